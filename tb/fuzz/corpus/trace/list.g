MemcpyHtoD,0x00007f5200000000,65536
# two of them
loads.traceg
tensor.traceg

# a comment
MemcpyHtoD,0x00007fd5f6400000,4096
uniform.traceg
ncclGroupStart
  narrow.traceg
ncclGroupEnd

kernel-1.trace
kernel-1.tracez

kernels.traceg
kernels.traceg

restart.traceg
restart.traceg

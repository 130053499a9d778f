package main

import "os"

var hangup os.Signal // js has none

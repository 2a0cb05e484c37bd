"""One of each kind of plug-in. Each has its own file, so that a command imports only what it uses."""

"""Directories, input and source files, threads with large stacks, and operating system differences."""

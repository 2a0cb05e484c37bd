"""The server that the tests of the explorer share."""

from support.asking import server as server

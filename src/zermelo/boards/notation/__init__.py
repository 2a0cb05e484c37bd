"""Text of boards, heaps and starting positions: readers and writers."""

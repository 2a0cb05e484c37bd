"""Rule lists: the first rule that applies decides the moves; certificates, files and lessons."""

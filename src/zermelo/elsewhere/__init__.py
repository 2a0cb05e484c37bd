"""Games that come in from elsewhere, as our `Game` classes: files of other languages, other libraries' games.

A file is data: it is read and checked, and nothing that stands in it is run.
"""

"""Przemyskie 66: an archive of card-game rules that can be checked and played.

Nothing is imported here, so that the engine loads alone and unchanged in a browser.
"""

__version__ = "0.1.0"

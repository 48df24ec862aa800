"""The command line: ``przemyskie66``. Arguments in, one call into the package, words out.

The exit code is 0 only when all is well. Whatever goes wrong is said with file, place, value and
the way out; a traceback is a bug.
"""

from przemyskie66.cli.app import app, main

__all__ = ["app", "main"]

"""``python -m przemyskie66``: the same as the command ``przemyskie66``."""

import sys

from przemyskie66.cli import main

sys.exit(main())

"""Sphinx settings of the site.

This file stands at the top of the repository, not in docs/, because the archive's own data files
(corpus/) are pages of the site too. ``przemyskie66 site`` builds both languages; by hand:
``sphinx-build -n -W . build/site`` and ``sphinx-build -n -W -D language=en . build/site/en``.
"""

import os

from przemyskie66 import __version__

project = "Przemyskie 66"
author = "redakcja"
release = version = __version__
language = os.environ.get("P66_LANGUAGE", "pl")

extensions = ["myst_parser", "przemyskie66.site"]
primary_domain = "p66"
nitpicky = True

# Which of these is which page, przemyskie66.site.project says.
include_patterns = [
    "docs/**",
    "corpus/rules/*",
    "corpus/tei/*",
    "corpus/witnesses.toml",
    "corpus/rulesets/*.ruleset.toml",
]
exclude_patterns = [".*", "build", "node_modules", "przemyskie66", "tests", "*.egg-info"]
root_doc = "index"

# Quotes stand word for word: nothing may turn their quotation marks or dashes into others.
smartquotes = False
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]

html_theme = "edycja"
html_title = project
html_permalinks_icon = "§"
html_use_index = False
html_domain_indices = False
html_copy_source = False
html_show_sourcelink = False
html_baseurl = os.environ.get("P66_BASEURL", "")

# Where readers report errors: nothing while there is no such place, an e-mail address, or an address
# with {subject} and {body} in it, such as the form for a new issue of a tracker.
report_address = ""

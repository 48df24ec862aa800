"""The editors' tool that proposes corrections and never applies them.

::

    lexica                 Morfeusz 2 and hunspell-pl: is this a word?
    tokens                 a passage cut into words and numbers
    grid                   where the lines of the print ended
    survey                 a document: its tokens, the counts of its words, its lines
    words, marks, numbers  what an editor should look at, and why
    model                  kinds, reasons, confidence
    propose                all of them, in text order
    decisions              what the editors keep as found

It works on the reading, so what is corrected is not proposed again, and knows no card game.
"""

from przemyskie66.text.proposals.decisions import Accepted, Decisions, Kept
from przemyskie66.text.proposals.lexica import Lexica, Lexicon, Missing, open_lexica
from przemyskie66.text.proposals.model import CONFIDENCES, KINDS, REASONS, Proposal, Reason, Term
from przemyskie66.text.proposals.propose import propose

__all__ = [
    "CONFIDENCES",
    "KINDS",
    "REASONS",
    "Accepted",
    "Decisions",
    "Kept",
    "Lexica",
    "Lexicon",
    "Missing",
    "Proposal",
    "Reason",
    "Term",
    "open_lexica",
    "propose",
]

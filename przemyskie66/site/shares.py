"""Whose the answers of a ruleset are, as a bar: the witness's own, borrowed, the editors'."""

from docutils import nodes

from przemyskie66.rulebook import Profile, shares
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import el


def share_bar(edition: Edition, profile: Profile) -> nodes.Node:
    """Return how many answers are the witness's own, borrowed, and the editors', in words and as a bar."""
    found = shares(edition.archive, profile)
    counts = {"own": found.own, "borrowed": found.borrowed, "pinned": found.pinned}
    words = edition.say(
        f"Odpowiedzi: własne {found.own}, zapożyczone {found.borrowed}, wybór redakcji {found.pinned}; razem {found.total}.",
        f"Answers: own {found.own}, borrowed {found.borrowed}, editors’ choice {found.pinned}; {found.total} in all.",
    )
    # widths as attributes of a drawing: the pages allow no inline style
    total = max(found.total, 1)
    offset = 0.0
    bars = []
    for kind, count in counts.items():
        width = 100 * count / total
        bars.append(
            el(
                "rect",
                x=f"{offset:.2f}%",
                y="0",
                width=f"{width:.2f}%",
                height="100%",
                class_=f"share-{kind}",
            )
        )
        offset += width
    bar = el("svg", bars, class_="shares", aria_hidden="true", preserveAspectRatio="none")
    return el("div", bar, el("p", words, class_="label"), class_="share")

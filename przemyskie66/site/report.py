"""Where an error is reported: a link on every page, which carries what it is about.

The archive knows no address of its own before one is set in ``conf.py`` (``report_address``); until
then the link opens a letter without a recipient. On the pages of rules and sources ``report.js``
also offers to report one passage, claim, parallel or choice of the editors, with its words.
"""

from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from przemyskie66 import __version__
from przemyskie66.site.edition import Edition

#: Pages whose parts can be reported one by one.
IN_PARTS = ("rule", "source")


def check_address(app: Sphinx, config: Config) -> None:
    """Refuse a ``report_address`` that no report could be sent to.

    :raises ExtensionError: if it is neither empty, nor an e-mail address, nor an address with both blanks.
    """
    template_of(config.report_address)


def template_of(address: str) -> str:
    """Return the address that a report opens, with ``{subject}`` and ``{body}`` for what it says.

    :raises ExtensionError: if *address* is of no known form.
    """
    if "{subject}" in address and "{body}" in address:
        return address
    if not address or ("@" in address and not set(address) & set(" /?:{}")):
        return f"mailto:{address}?subject={{subject}}&body={{body}}"
    raise ExtensionError(
        f"conf.py: report_address is {address!r}; write nothing, an e-mail address, or an address with"
        " {subject} and {body} in it, as https://example.org/new?title={subject}&text={body}",
        modname="przemyskie66",
    )


def report_link(edition: Edition, template: str, pagename: str, address: str) -> dict[str, str]:
    """Return the attributes of the link on a page: where it leads, and what ``report.js`` needs besides.

    *address* is where the newest version of the page stands; empty where the build knows none.
    """
    page = address or f"{'en/' if edition.lang == 'en' else ''}{pagename}.html"
    say = edition.say
    words = (
        say("Zgłoszenie błędu", "Report of an error"),
        say("Miejsce", "Place"),
        say("Wydanie", "Edition"),
        say("Słowa", "Words"),
        say("Co jest źle i skąd to wiadomo", "What is wrong, and how you know"),
    )
    subject = f"{words[0]}: {page}"
    body = f"{words[1]}: {page}\r\n{words[2]}: {__version__}\r\n\r\n{words[4]}:\r\n"
    link = {"href": _filled(template, subject, body)}
    if pagename.partition("/")[0] in IN_PARTS:
        link |= {
            "data-page": page,
            "data-version": __version__,
            "data-template": template,
            "data-words": "|".join(words),
            "data-dialog": "|".join(
                (
                    say("zgłoś błąd", "report an error"),
                    say("Zgłoś błąd", "Report an error"),
                    say(
                        "Archiwum nie ma jeszcze adresu, na który można by pisać. Skopiuj ten tekst albo otwórz go w poczcie i wyślij temu, od kogo masz archiwum.",
                        "The archive has no address to write to yet. Copy this text, or open it as a letter, and send it to whoever you have the archive from.",
                    )
                    if template.startswith("mailto:?")
                    else "",
                    say("Kopiuj", "Copy"),
                    say("Skopiowano", "Copied"),
                    say("Zaznaczono: skopiuj klawiszami", "Selected: copy with the keys"),
                    say("Otwórz w poczcie", "Open as a letter")
                    if template.startswith("mailto:")
                    else say("Otwórz formularz", "Open the form"),
                    say("Zamknij", "Close"),
                )
            ),
        }
    return link


def _filled(template: str, subject: str, body: str) -> str:
    return template.replace("{subject}", quote(subject, safe="")).replace("{body}", quote(body, safe=""))

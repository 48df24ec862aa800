"""Puts the commands together, runs one, and turns every error into words and an exit code."""

import os
import sys
from collections.abc import Sequence

import click

from przemyskie66 import __version__
from przemyskie66.cli.answering import answer_command
from przemyskie66.cli.auditing import controls_command, coverage_command, stamp_command
from przemyskie66.cli.commands import Group, shared
from przemyskie66.cli.making import anchor_command, export_command, seal_command, site_command
from przemyskie66.cli.playing import play_command
from przemyskie66.cli.proposals import propose_command
from przemyskie66.cli.reading import (
    check_command,
    cite_command,
    show_command,
    sources_command,
    verify_command,
)
from przemyskie66.cli.session import Session, language, tolerate_streams
from przemyskie66.cli.solving import solve_command
from przemyskie66.cli.surveying import smallest_command, survey_command
from przemyskie66.cli.table import diff_command, replay_command
from przemyskie66.errors import (
    CorpusError,
    Fault,
    IllegalActionError,
    Przemyskie66Error,
    RulesetError,
)
from przemyskie66.rulebook import Bilingual, nearest


@click.group(
    cls=Group,
    doc=Bilingual(
        "Przemyskie 66: archiwum reguł, które można sprawdzić i rozegrać.",
        "Przemyskie 66: an archive of rules that can be checked and played.",
    ),
    examples=(
        "przemyskie66 check",
        "przemyskie66 verify throw-in",
        "przemyskie66 play --ruleset ojciec --seed 66",
    ),
)
@shared
@click.version_option(__version__, prog_name="przemyskie66")
def app() -> None:
    """Only holds the commands."""


for _command in (
    check_command,
    verify_command,
    show_command,
    sources_command,
    cite_command,
    export_command,
    play_command,
    replay_command,
    diff_command,
    solve_command,
    survey_command,
    smallest_command,
    propose_command,
    coverage_command,
    controls_command,
    anchor_command,
    stamp_command,
    seal_command,
    answer_command,
    site_command,
):
    app.add_command(_command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 if all is well, 1 if not, 2 if it was not understood."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    tolerate_streams()
    session = Session(language(arguments, os.environ))
    try:
        code = app.main(arguments, prog_name="przemyskie66", obj=session, standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        session.err.print(session.say("Przerwano.", "Stopped."))
        return 130
    except click.UsageError as error:
        session.err.print(f"{session.say('Błąd', 'Error')}: {_usage_words(error, session)}")
        command = error.ctx.command_path if error.ctx is not None else "przemyskie66"
        session.err.print(session.say(f"Pomoc: {command} --help", f"Help: {command} --help"))
        return 2
    except BrokenPipeError:
        # whoever read our output has gone; what is left to write has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (CorpusError, RulesetError) as error:
        session.print_faults(error.faults)
        return 1
    except IllegalActionError as error:
        session.print_faults(
            [Fault("engine", "rules", f"rule {error.rule}", str(error), rules=(error.rule,))]
        )
        return 1
    except (Przemyskie66Error, OSError) as error:
        session.err.print(f"✗ {error}")
        return 1
    return code if isinstance(code, int) else 0


def _usage_words(error: click.UsageError, session: Session) -> str:
    """Return what was wrong with the command line, in the session's language."""
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(error.possibilities or ())
        words = session.say(f"nie ma opcji {error.option_name}", f"no option {error.option_name}")
        return words + (f"; {session.say('najbliższe', 'nearest')}: {near}" if near else "")
    if isinstance(error, click.MissingParameter):
        name = error.param.human_readable_name if error.param is not None else ""
        return session.say(f"brakuje argumentu {name}", f"the argument {name} is missing")
    if isinstance(error, click.BadParameter):
        name = error.param.human_readable_name if error.param is not None else ""
        return (
            session.say(f"zła wartość argumentu {name}: ", f"bad value of the argument {name}: ")
            + error.message
        )
    if error.message.startswith("No such command"):
        wanted = error.message.partition("'")[2].rpartition("'")[0]
        near = ", ".join(nearest(wanted, list(app.commands))) or ", ".join(app.commands)
        return session.say(
            f"nie ma polecenia {wanted}; najbliższe: {near}", f"no command {wanted}; nearest: {near}"
        )
    return error.message

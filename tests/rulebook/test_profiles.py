"""Whose word a ruleset follows."""

from dataclasses import replace

import pytest

from przemyskie66.engine import OPTIONS
from przemyskie66.errors import CorpusError, NotPlayedError
from przemyskie66.rulebook import (
    Archive,
    Profile,
    Scope,
    answers,
    find_answers,
    ruleset_json,
    shares,
    to_ruleset,
    unanswered,
    with_option,
)


def playable(archive: Archive) -> list[Profile]:
    return [profile for profile in archive.profiles.values() if profile.refuses is None]


def test_every_ruleset_answers_every_option(archive: Archive) -> None:
    for profile in playable(archive):
        found = answers(archive, profile)
        assert set(found) == set(OPTIONS)
        assert to_ruleset(archive, profile).id == profile.id
        counted = shares(archive, profile)
        assert counted.total == len(OPTIONS)


def test_every_answer_rests_on_a_claim_or_a_pin(archive: Archive) -> None:
    for profile in playable(archive):
        for answer in answers(archive, profile).values():
            kind, _, name = answer.rests_on.partition(":")
            record = archive.claims[name] if kind == "claim" else archive.pins[name]
            assert (record.rule, record.reading) == (answer.rule, answer.reading)
            assert (answer.basis == "pinned") == (kind == "pin") == (answer.witness is None)
            assert (answer.basis == "own") == (answer.witness in profile.own)


@pytest.mark.rule("throw-in")
def test_each_witness_has_his_own_price_of_throwing_in(archive: Archive) -> None:
    found = {
        name: answers(archive, archive.profiles[name])["throw-in"]
        for name in ("ojciec", "instrukcja", "witryna")
    }
    assert found["ojciec"].reading == "as-loss"
    assert found["instrukcja"].reading == "two-points"
    assert found["witryna"].basis == "pinned"


@pytest.mark.rule("card-points")
def test_what_the_page_does_not_state_is_borrowed_and_says_so(archive: Archive) -> None:
    for rule in ("card-points", "target"):
        answer = answers(archive, archive.profiles["ojciec"])[rule]
        assert (answer.basis, answer.witness) == ("borrowed", "wikibooks")


def test_a_pin_holds_for_one_game(archive: Archive) -> None:
    for profile in playable(archive):
        for answer in answers(archive, profile).values():
            if answer.basis == "pinned":
                assert archive.pins[answer.rests_on.removeprefix("pin:")].game == profile.game


def test_a_claim_of_narrower_scope_goes_first(archive: Archive) -> None:
    """Following suit is free for two while the stock lasts; the ruleset for three does not ask that."""
    answer = answers(archive, archive.profiles["wikibooks-3"])["follow-suit"]
    assert answer.reading == "must"
    general = replace(
        archive.claims["ojciec-throw-in"], id="ojciec-throw-in-x", reading="two-points", scope=Scope()
    )
    claims = {**archive.claims, general.id: general}
    found, _ = find_answers(replace(archive, claims=claims), archive.profiles["ojciec"])
    assert found["throw-in"].rests_on == "claim:ojciec-throw-in"


def test_a_ruleset_without_an_answer_lists_every_question(archive: Archive) -> None:
    profile = replace(archive.profiles["ojciec"], precedence=("ojciec",))
    with pytest.raises(CorpusError) as error:
        answers(archive, profile)
    assert len(error.value.faults) > 10
    assert all(fault.rules and fault.way_out for fault in error.value.faults)


def test_a_ruleset_without_a_text_refuses_with_the_reason(archive: Archive) -> None:
    profile = archive.profiles["zapis-1997"]
    assert answers(archive, profile) == {}
    with pytest.raises(NotPlayedError, match="text"):
        to_ruleset(archive, profile)


def test_a_ruleset_that_waits_for_the_engine_lists_what_it_answers(archive: Archive) -> None:
    profile = archive.profiles["wikibooks-2"]
    found = answers(archive, profile)
    assert (found["deal-packets"].reading, found["deal-packets"].basis) == ("six", "own")
    assert (found["first-lead"].reading, found["first-lead"].witness) == ("eldest", "wikibooks")
    assert set(unanswered(archive, profile)) == set(OPTIONS) - set(found)
    with pytest.raises(NotPlayedError):
        to_ruleset(archive, profile)


@pytest.mark.rule("follow-suit")
def test_a_witness_who_answers_by_phases_gives_no_one_answer(archive: Archive) -> None:
    """For two, following suit is free while the stock lasts and owed afterwards: nobody else may answer for him."""
    profile = archive.profiles["wikibooks-2"]
    assert "follow-suit" in unanswered(archive, profile)
    playing = replace(profile, refuses=None)
    _, faults = find_answers(archive, playing)
    (fault,) = [fault for fault in faults if fault.rules == ("follow-suit",)]
    assert "single phases" in fault.message


def test_one_option_can_be_set_otherwise(archive: Archive) -> None:
    data = ruleset_json(archive, archive.profiles["ojciec"])
    changed = with_option(data, "throw-in", "not-allowed", "not-allowed")
    assert data["options"]["throw-in"] == "as-loss"  # type: ignore[index, call-overload]
    assert changed["options"]["throw-in"] == "not-allowed"  # type: ignore[index, call-overload]

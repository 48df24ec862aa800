"""Whose word a ruleset follows."""

from dataclasses import replace

import pytest

from przemyskie66.engine import OPTIONS
from przemyskie66.errors import CorpusError, NotPlayedError
from przemyskie66.rulebook import (
    Archive,
    Bilingual,
    Profile,
    Scope,
    answers,
    find_answers,
    phase_answers,
    shares,
    to_ruleset,
    unanswered,
)


def playable(archive: Archive) -> list[Profile]:
    return [profile for profile in archive.profiles.values() if profile.refuses is None]


def test_every_ruleset_answers_what_is_asked_of_it_and_nothing_else(archive: Archive) -> None:
    for profile in playable(archive):
        asked = {rule for rule, option in OPTIONS.items() if option.asked.of(profile.game, profile.players)}
        assert set(answers(archive, profile)) == asked
        ruleset = to_ruleset(archive, profile)
        assert ruleset.id == profile.id
        assert set(ruleset.asked()) == asked
        assert shares(archive, profile).total == len(asked)


def test_every_question_is_asked_of_a_ruleset_that_plays(archive: Archive) -> None:
    assert set(OPTIONS) == {rule for profile in playable(archive) for rule in answers(archive, profile)}


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


def test_a_ruleset_that_refuses_lists_what_it_answers(archive: Archive) -> None:
    profile = replace(
        archive.profiles["wikibooks-2"], refuses=Bilingual("nie", "no"), precedence=("wikibooks",)
    )
    found = answers(archive, profile)
    assert (found["deal-packets"].reading, found["deal-packets"].basis) == ("six", "own")
    assert "direction" in unanswered(archive, profile)
    assert not set(unanswered(archive, profile)) & set(found)
    with pytest.raises(NotPlayedError):
        to_ruleset(archive, profile)


@pytest.mark.rule("follow-suit")
def test_a_witness_may_answer_by_phases_of_play(archive: Archive) -> None:
    """For two, following suit is free while the stock lasts and owed afterwards."""
    profile = archive.profiles["wikibooks-2"]
    assert answers(archive, profile)["follow-suit"].rests_on == "claim:wikibooks-follow-suit-2-no-stock"
    apart = phase_answers(archive, profile)
    assert {rule: answer.reading for rule, answer in apart["stock"].items()} == {
        "follow-suit": "free",
        "beat-in-suit": "free",
        "must-trump": "free",
    }
    assert apart["closed"]["follow-suit"].rests_on == "claim:wikibooks-follow-suit-closed"
    ruleset = to_ruleset(archive, profile)
    assert ruleset.follow_suit == "must"
    assert ruleset.in_phase("stock").follow_suit == "free"
    assert ruleset.in_phase("stock").reading("follow-suit") == "free"
    for other in ("wikibooks-3", "wikibooks-4", "ojciec"):
        assert phase_answers(archive, archive.profiles[other]) == {}


@pytest.mark.rule("follow-suit")
def test_a_witness_of_single_phases_gives_no_answer_for_the_whole_deal(archive: Archive) -> None:
    """Nobody else may answer for him."""
    claims = {
        name: claim for name, claim in archive.claims.items() if name != "wikibooks-follow-suit-2-no-stock"
    }
    _, faults = find_answers(replace(archive, claims=claims), archive.profiles["wikibooks-2"])
    (fault,) = faults
    assert fault.rules == ("follow-suit",)
    assert "single phases" in fault.message


@pytest.mark.rule("follow-suit")
def test_who_goes_first_and_speaks_of_the_whole_deal_leaves_no_phases(archive: Archive) -> None:
    whole = replace(
        archive.claims["ojciec-throw-in"],
        id="ojciec-follow-suit",
        rule="follow-suit",
        reading="must",
        scope=Scope(),
    )
    changed = replace(archive, claims={**archive.claims, whole.id: whole})
    profile = replace(archive.profiles["wikibooks-2"], precedence=("ojciec", "wikibooks", "pin", "witryna"))
    assert answers(changed, profile)["follow-suit"].rests_on == "claim:ojciec-follow-suit"
    assert "follow-suit" not in phase_answers(changed, profile)["stock"]
    assert "closed" not in phase_answers(changed, profile)


@pytest.mark.rule("fourth-person")
def test_a_claim_limited_to_one_game_answers_where_the_limit_is_a_question_of_its_own(
    archive: Archive,
) -> None:
    """The father speaks of the fourth person in warszawa; whether she shares elsewhere is fourth-person-scope."""
    ojciec = archive.profiles["ojciec"]
    found = answers(archive, ojciec)
    assert found["fourth-person"].rests_on == "claim:ojciec-fourth-person"
    assert found["fourth-person-scope"].basis == "pinned"
    limited = replace(
        archive.claims["ojciec-throw-in"],
        id="ojciec-follow-suit",
        rule="follow-suit",
        reading="free",
        scope=Scope(contract="mizerka"),
    )
    changed = replace(archive, claims={**archive.claims, limited.id: limited})
    assert answers(changed, ojciec)["follow-suit"].rests_on == "claim:witryna-follow-suit"


@pytest.mark.rule("mizerka-aim")
def test_a_claim_limited_to_a_game_answers_the_questions_on_that_game(archive: Archive) -> None:
    limited = replace(
        archive.claims["ojciec-throw-in"],
        id="ojciec-mizerka-aim",
        rule="mizerka-aim",
        reading="no-points",
        scope=Scope(contract="mizerka"),
    )
    changed = replace(archive, claims={**archive.claims, limited.id: limited})
    assert answers(changed, archive.profiles["ojciec"])["mizerka-aim"].reading == "no-points"


@pytest.mark.rule("fourth-person")
def test_of_two_accounts_that_must_not_be_joined_each_has_a_ruleset_of_its_own(archive: Archive) -> None:
    found = {
        name: answers(archive, archive.profiles[name])["fourth-person"]
        for name in ("ojciec", "instrukcja", "witryna")
    }
    assert found["ojciec"].reading == "dealer-collects"
    assert found["instrukcja"].reading == "rotates-after-slup"
    assert found["witryna"].basis == "pinned"


@pytest.mark.rule("follow-suit")
def test_an_option_set_otherwise_is_set_in_every_phase(archive: Archive) -> None:
    base = to_ruleset(archive, archive.profiles["wikibooks-2"])
    ruleset = base.with_option("follow-suit", "must", "must")
    assert (base.follow_suit, base.in_phase("stock").follow_suit) == ("must", "free")
    assert ruleset.in_phase("stock").follow_suit == ruleset.follow_suit == "must"
    assert ruleset.in_phase("stock").beat_in_suit == "free"

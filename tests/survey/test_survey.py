"""Surveys: the same numbers however the work is shared or broken off, and true ones."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from przemyskie66.cli.app import main
from przemyskie66.errors import CorpusError, UnknownIdError
from przemyskie66.rulebook import Archive, load_archive, to_ruleset
from przemyskie66.survey import run as running
from przemyskie66.survey.chunk import Tally, difference, played, run_chunk
from przemyskie66.survey.contrasts import SLOW_IN_OPEN_PLAY, Contrast, contrasts, in_open_play, under
from przemyskie66.survey.faults import survey_faults
from przemyskie66.survey.run import chunks, engine_digest, engine_files, key_of, plan_of, run
from przemyskie66.survey.store import read_searched
from przemyskie66.survey.summary import finding, wilson

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def archive() -> Archive:
    return load_archive(ROOT)


def some(archive: Archive, *rules: str) -> tuple[Contrast, ...]:
    return tuple(contrast for contrast in contrasts(archive) if contrast.rule in rules)


def test_every_rule_with_two_playable_readings_is_compared_or_says_why_not(archive: Archive) -> None:
    from przemyskie66.survey.contrasts import BETWEEN_DEALS, KIND_OF_GAME

    compared = {contrast.rule for contrast in contrasts(archive)}
    several = {
        rule.id
        for rule in archive.rules.values()
        if rule.option is not None and sum(reading.played for reading in rule.readings) > 1
    }
    assert several - compared <= {*BETWEEN_DEALS, *KIND_OF_GAME}
    assert not compared & {*BETWEEN_DEALS, *KIND_OF_GAME}


def test_the_chunks_cover_every_deal_once() -> None:
    covered = [
        number for start, count in chunks("sensible", 1234, 7) for number in range(start, start + count)
    ]
    assert covered == list(range(7, 7 + 1234))


def test_two_cores_a_broken_run_and_one_core_give_the_same(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(running.CHUNK, "sensible", 8)
    plan = plan_of(archive, some(archive, "throw-in", "loss-counting", "last-trick"), "sensible")
    whole = run(plan, 40, cores=1)
    assert run(plan, 40, cores=2) == whole

    def broken(done: int, of: int) -> None:
        if done >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, 40, cores=1, state=tmp_path, progress=broken)
    seen: list[int] = []
    assert run(plan, 40, cores=1, state=tmp_path, progress=lambda done, of: seen.append(done)) == whole
    assert seen[0] >= 16, "what was done before the break is not done again"
    assert seen[-1] == 40


def test_a_line_broken_off_is_played_again_and_a_spoilt_one_is_told(archive: Archive, tmp_path: Path) -> None:
    plan = plan_of(archive, some(archive, "loss-counting"), "random")
    whole = run(plan, 6, cores=1, state=tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text(kept.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert run(plan, 6, cores=1, state=tmp_path) == whole
    kept.write_text('{"start": 0}\n', encoding="utf-8")
    with pytest.raises(CorpusError, match=kept.name):
        run(plan, 6, cores=1, state=tmp_path)


def test_a_result_names_the_files_that_played_and_no_others() -> None:
    sensible, best = ({path.stem for path in engine_files(players)} for players in ("sensible", "best"))
    assert sensible >= {
        "play",
        "players",
        "legality",
        "trick",
        "settlement",
        "outcome",
        "ruleset",
        "generator",
    }
    assert not sensible & {"solver", "search", "worth", "strong", "cases"}
    assert best >= sensible | {"solver", "search", "worth"}
    assert engine_digest("sensible") == engine_digest("random") != engine_digest("best")


def test_other_rulesets_are_not_resumed(archive: Archive) -> None:
    one, other = (plan_of(archive, some(archive, rule), "random") for rule in ("throw-in", "loss-counting"))
    assert key_of(one) != key_of(other)


def test_the_numbers_are_those_of_the_deals_themselves(archive: Archive) -> None:
    (contrast,) = some(archive, "loss-counting")
    base = to_ruleset(archive, archive.profiles[contrast.base])
    a, b = (under(archive, base, contrast.rule, reading) for reading in (contrast.a, contrast.b))
    from przemyskie66.survey.chunk import PLAYERS

    policy = PLAYERS["random"]
    changes = [
        difference(played(a, n, policy).settlement(), played(b, n, policy).settlement()) for n in range(30)
    ]
    tally = run_chunk(plan_of(archive, (contrast,), "random"), 0, 30)[contrast.id]
    assert tally.changed == sum(change > 0 for change in changes) > 0
    assert tally.total == sum(changes)
    assert tally.largest == max(changes)
    assert tally.first == next(n for n, change in enumerate(changes) if change)


@pytest.mark.parametrize("players", ["random", "sensible"])
def test_what_is_settled_anew_is_what_would_be_played(archive: Archive, players: str) -> None:
    from przemyskie66.survey.chunk import AT_THE_END, AT_THE_END_UNLESS_SURRENDER, PLAYERS

    policy = PLAYERS[players]
    rules = AT_THE_END if "surrender" in policy.speaks else AT_THE_END | AT_THE_END_UNLESS_SURRENDER
    chosen = some(archive, *rules)
    assert {contrast.rule for contrast in chosen} >= {"payment", "relief-sum", "loss-counting"}
    for contrast in chosen:
        base = to_ruleset(archive, archive.profiles[contrast.base])
        a, b = (under(archive, base, contrast.rule, reading) for reading in (contrast.a, contrast.b))
        for number in range(25):
            game = played(a, number, policy)
            assert game.settled_under(b) == played(b, number, policy).settlement(), (contrast.id, number)


@pytest.mark.parametrize("players", ["random", "sensible"])
def test_a_deal_that_forks_comes_to_what_playing_it_anew_comes_to(archive: Archive, players: str) -> None:
    from przemyskie66.survey.chunk import PLAYERS, policy_play

    policy = PLAYERS[players]
    plan = plan_of(archive, contrasts(archive), players)
    differ = set()
    for number in range(300, 316):
        for base_id, rules in plan.rulesets.items():
            play = policy_play(plan.bases[base_id], number, policy)
            own = play("", plan.bases[base_id])
            for rule, readings in rules.items():
                for reading, ruleset in readings.items():
                    found = play(rule, ruleset)
                    assert found == played(ruleset, number, policy).settlement(), (number, rule, reading)
                    if found != own:
                        differ.add(rule)
    assert differ >= {"follow-suit", "meld-validity"}


def test_a_watched_ruleset_notes_what_is_asked_also_within_a_phase(archive: Archive) -> None:
    from przemyskie66.survey.replay import Watched

    asked: set[str] = set()
    watched = Watched.of(to_ruleset(archive, archive.profiles["wikibooks-2"]), asked)
    assert watched.in_phase("stock").follow_suit != watched.follow_suit
    closed = watched.with_option("beat-in-suit", "free", "free")
    asked.clear()
    assert closed.target == watched.in_phase("stock").target
    assert "target" in asked
    assert "payment" not in asked


def test_tallies_add_up_and_come_back_from_json() -> None:
    one, other = Tally(), Tally()
    one.count(4, Fraction(2, 3))
    one.count(5, Fraction(0))
    other.count(2, Fraction(3))
    both = one + other
    assert both == other + one
    assert (both.deals, both.changed, both.first, both.largest) == (3, 2, 2, Fraction(3))
    assert Tally.from_json(json.loads(json.dumps(both.to_json()))) == both


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_the_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=1e-4)


def test_the_mean_has_the_interval_of_its_spread(archive: Archive) -> None:
    (contrast,) = some(archive, "loss-counting")
    tally = Tally()
    for number, change in enumerate((0, 0, 1, 3)):
        tally.count(number, Fraction(change))
    found = finding(contrast, tally)
    assert found.mean == 1.0
    assert found.mean_high - found.mean == pytest.approx(1.959964 * (2**0.5) / 2, abs=1e-5)
    assert found.share == 0.5


def test_a_cluster_gives_the_same(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="in CI the package is always there")
    monkeypatch.setitem(running.CHUNK, "random", 5)
    plan = plan_of(archive, some(archive, "loss-counting"), "random")
    whole = run(plan, 20, cores=1)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local,
        distributed.Client(local) as client,
    ):
        assert run(plan, 20, cluster=client) == whole


def test_stored_surveys_are_what_a_short_run_finds(archive: Archive) -> None:
    stored = sorted((ROOT / "corpus" / "survey").glob("*.json"))
    surveys = [
        json.loads(path.read_text(encoding="utf-8")) for path in stored if path.name != "searched.json"
    ]
    assert {survey["players"] for survey in surveys} == {"random", "sensible", "best"}
    for survey in surveys:
        best = survey["players"] == "best"
        known = {
            c.id: c
            for c in contrasts(archive)
            if not best or (in_open_play(archive, c) and c.rule not in SLOW_IN_OPEN_PLAY)
        }
        rows = {f"{r['base']}.{r['rule']}.{r['a']}.{r['b']}": r for r in survey["contrasts"]}
        assert set(rows) == set(known), "a survey of other contrasts: run the command it names again"
        deals = next(iter(rows.values()))["probe"]["deals"]
        tallies = run_chunk(
            plan_of(archive, tuple(known.values()), survey["players"]), survey["first"], deals
        )
        for name, row in rows.items():
            tally = tallies[name]
            found = {"deals": tally.deals, "changed": tally.changed, "total": str(tally.total)}
            assert row["probe"] == found, f"{survey['players']}, {name}: run {survey['command']} --write"


def test_unknown_rules_are_refused_with_the_nearest(
    archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", "throw-im", "--lang", "en"]) == 1
    assert "throw-in" in capsys.readouterr().err
    assert main(["survey", "slup", "--lang", "en"]) == 1
    assert "nothing to compare" in capsys.readouterr().err
    with pytest.raises(UnknownIdError):
        under(archive, to_ruleset(archive, archive.profiles["witryna"]), "no-such", "x")


def test_a_state_that_is_not_of_this_survey_is_told(archive: Archive, tmp_path: Path) -> None:
    plan = plan_of(archive, some(archive, "loss-counting"), "random")
    whole = run(plan, 1200, cores=1, state=tmp_path)
    (kept,) = tmp_path.iterdir()
    good = kept.read_bytes()
    kept.write_bytes(good[:-60])
    for _ in range(2):  # the rest of a broken line must not stay and spoil the next run
        assert run(plan, 1200, cores=1, state=tmp_path) == whole
    line = json.loads(good.splitlines()[0])
    (name,) = line["tallies"]
    for spoilt in (
        {**line, "tallies": []},
        {**line, "tallies": {}},
        {**line, "tallies": {"other": line["tallies"][name]}},
        {**line, "start": [1]},
        {**line, "tallies": {name: {**line["tallies"][name], "total": "1/0"}}},
        {**line, "tallies": {name: {**line["tallies"][name], "changed": -1}}},
    ):
        kept.write_text(json.dumps(spoilt) + "\n", encoding="utf-8")
        with pytest.raises(CorpusError, match="line 1"):
            run(plan, 1200, cores=1, state=tmp_path)
    kept.write_bytes(b"\xff\xfe\n")
    with pytest.raises(CorpusError, match="line 1"):
        run(plan, 1200, cores=1, state=tmp_path)


def test_a_part_does_not_take_the_place_of_a_stored_survey(capsys: pytest.CaptureFixture[str]) -> None:
    stored = (ROOT / "corpus" / "survey" / "random.json").read_bytes()
    assert main(["survey", "payment", "--players", "random", "--deals", "30", "--write", "--lang", "en"]) == 1
    assert "every pair" in capsys.readouterr().err
    assert (ROOT / "corpus" / "survey" / "random.json").read_bytes() == stored


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """An archive's folder with its schemas and surveys."""
    for name in ("schema", "survey"):
        shutil.copytree(ROOT / "corpus" / name, tmp_path / "corpus" / name)
    return tmp_path


def test_the_stored_surveys_follow_from_their_counts(stored: Path) -> None:
    assert survey_faults(stored) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("share", 0.01),
        ("share", 7.5),
        ("share_interval", [0.9, 0.2]),
        ("changed", -7),
        ("changed", 1),
        ("mean", 0.001),
        ("total", "1/0"),
        ("total", "3"),
        ("first", 99_999_999),
        ("largest", "1000000"),
        ("deals", 5),
        ("undefined", 1),
    ],
)
def test_a_falsified_figure_is_told_with_its_place(stored: Path, key: str, value: object) -> None:
    path = stored / "corpus" / "survey" / "sensible.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    row = data["contrasts"][1]
    row[key] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    faults = survey_faults(stored)
    assert faults
    name = f"{row['base']}.{row['rule']}.{row['a']}.{row['b']}"
    assert all(fault.file == "corpus/survey/sensible.json" for fault in faults)
    assert all(name in fault.place and fault.rules == (row["rule"],) for fault in faults)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("command", "rm -rf /"),
        ("deals", 5),
        ("players", "random"),
        ("confidence", 0.5),
        ("engine", "0"),
        ("first", 3),
    ],
)
def test_a_falsified_head_is_told(stored: Path, key: str, value: object) -> None:
    path = stored / "corpus" / "survey" / "sensible.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data[key] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    assert {fault.file for fault in survey_faults(stored)} == {"corpus/survey/sensible.json"}


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"about": "x", "contrasts": null}', '{"about": "x", "contrasts": {"a.b.c.d": "x"}}']
)
def test_a_spoilt_list_of_what_was_searched_is_told(stored: Path, text: str) -> None:
    (stored / "corpus" / "survey" / "searched.json").write_text(text, encoding="utf-8")
    (fault,) = survey_faults(stored)
    assert fault.file == "corpus/survey/searched.json"
    if "a.b" not in text:
        with pytest.raises(CorpusError, match=r"searched\.json"):
            read_searched(stored)

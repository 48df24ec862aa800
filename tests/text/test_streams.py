"""The two streams and the map between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przemyskie66.text import Run, make_streams
from przemyskie66.text.streams import GAP_SIGN, OffsetMap


def text(words: str, voice: str = "a") -> Run:
    """A run that is the same in both streams."""
    return Run(words, words, voice, "text")


def corr(found: str, reading: str, voice: str = "a") -> Run:
    """A correction."""
    return Run(found, reading, voice, "corr")


def test_white_space_of_the_reading() -> None:
    """Spaces, tabs and line ends are drawn together and stripped; a no-break space stands."""
    streams = make_streams([text("  raz \t dwa\u00a0 trzy\n")])
    assert streams.found == "  raz \t dwa\u00a0 trzy\n"
    assert streams.reading == "raz dwa\u00a0 trzy"
    assert streams.map.to_found(0, 3) == (2, 5)
    assert streams.map.to_found(3, 4) == (5, 8)
    assert streams.map.to_found(0, streams.map.reading_length) == (2, 17)


def test_space_is_drawn_together_over_a_surplus() -> None:
    """What is left out does not leave two spaces."""
    streams = make_streams([text("do "), Run("j", "", "a", "surplus"), text(" domu")])
    assert (streams.found, streams.reading) == ("do j domu", "do domu")
    assert streams.map.to_found(2, 3) == (2, 5)
    assert streams.map.to_reading(3, 4) == (2, 3)
    assert streams.run_spans == ((0, 3), (2, 2), (3, 7))


def test_corrections_correspond_as_wholes() -> None:
    """Any part of a corrected word stands for all that was found in its place."""
    streams = make_streams([text("a "), corr("popasie", "po pasie"), text(" b")])
    assert streams.reading == "a po pasie b"
    for start, end in ((2, 4), (5, 10), (2, 10), (4, 5)):
        assert streams.map.to_found(start, end) == (2, 9)
    assert streams.map.to_found(0, 3) == (0, 9)
    assert streams.map.to_reading(4, 5) == (2, 10)
    assert streams.run_spans[1] == (2, 10)


def test_nothing_found_and_nothing_read() -> None:
    """A restored word stands for an empty span; a gap leaves its sign; a line end in a word nothing."""
    runs = [
        text("gr"),
        Run(" ", "", "a", "lb"),
        text("a "),
        Run("", "tu ", "a", "supplied"),
        Run("", GAP_SIGN, "a", "gap"),
    ]
    streams = make_streams(runs)
    assert (streams.found, streams.reading) == ("gr a ", "gra tu […]")
    assert streams.map.to_found(0, 3) == (0, 4)
    assert streams.map.to_found(4, 6) == (5, 5)
    assert streams.map.to_found(7, 10) == (5, 5)
    assert streams.map.to_reading(2, 3) == (2, 2)
    assert streams.run_spans[3] == (4, 7)
    assert streams.run_spans[4] == (7, 10)


def test_voices() -> None:
    """Neighbouring stretches of one voice are one; a space belongs to the voice that says it."""
    streams = make_streams([text("raz "), text("dwa ", "a"), text("trzy", "b")])
    assert streams.voices == ((0, 8, "a"), (8, 12, "b"))


def test_empty() -> None:
    """No runs make empty streams."""
    streams = make_streams([])
    assert (streams.found, streams.reading, streams.voices) == ("", "", ())
    assert streams.map.to_found(0, 0) == (0, 0)
    assert streams.map.to_reading(0, 0) == (0, 0)


@pytest.mark.parametrize("span", [(-1, 1), (0, 4), (2, 1), (4, 4)])
def test_spans_outside(span: tuple[int, int]) -> None:
    """A span that does not lie in the stream is an error, never a guess."""
    streams = make_streams([text("raz")])
    with pytest.raises(IndexError):
        streams.map.to_found(*span)
    with pytest.raises(IndexError):
        streams.map.to_reading(*span)


words = st.text(alphabet="aąż \t\u00a0.", max_size=8)
voices = st.sampled_from("ab")
runs_of_text = st.builds(lambda t, v: Run(t, t, v, "text"), words, voices)
interventions = st.one_of(
    st.builds(lambda f, r, v: Run(f, r, v, "corr"), words, words.map(str.strip), voices),
    st.builds(lambda f, v: Run(f, "", v, "surplus"), words, voices),
    st.builds(lambda r, v: Run("", r, v, "supplied"), words, voices),
    st.builds(lambda f, v: Run(f, "", v, "lb"), st.sampled_from([" ", "- ", ""]), voices),
    st.builds(lambda v: Run("", GAP_SIGN, v, "gap"), voices),
)
passages = st.lists(st.one_of(runs_of_text, interventions), max_size=8)


@given(passages)
def test_streams_of_any_passage(runs: list[Run]) -> None:
    """Found is what the runs hold; the reading is theirs with its white space drawn together."""
    streams = make_streams(runs)
    assert streams.found == "".join(run.found for run in runs)
    joined = "".join(run.reading for run in runs).replace("\t", " ")
    assert streams.reading == " ".join(word for word in joined.split(" ") if word)


@given(passages)
def test_segments_cover_the_reading(runs: list[Run]) -> None:
    """Segments and voices tile the reading; what is exact is the same text; both streams go forward."""
    streams = make_streams(runs)
    at = found_at = 0
    for segment in streams.map.segments:
        assert segment.reading_start == at < segment.reading_end
        assert found_at <= segment.found_start <= segment.found_end <= len(streams.found)
        at = segment.reading_end
        found_at = segment.found_start if not segment.exact else segment.found_end
        if segment.exact:
            found = streams.found[segment.found_start : segment.found_end].replace("\t", " ")
            assert streams.reading[segment.reading_start : segment.reading_end] == found
    assert at == len(streams.reading)
    at = 0
    for start, end, voice in streams.voices:
        assert start == at < end
        assert voice
        at = end
    assert at == len(streams.reading)


@given(passages, st.data())
def test_round_trip(runs: list[Run], data: st.DataObject) -> None:
    """A span of the reading, sent to the raw text and back, still holds all that was found of it."""
    offsets: OffsetMap = make_streams(runs).map
    start = data.draw(st.integers(0, offsets.reading_length))
    end = data.draw(st.integers(start, offsets.reading_length))
    found = offsets.to_found(start, end)
    assert 0 <= found[0] <= found[1] <= offsets.found_length
    touched = [
        segment
        for segment in offsets.segments
        if segment.found_start < segment.found_end
        and segment.reading_start < end
        and start < segment.reading_end
    ]
    if touched and start < end:
        low, high = offsets.to_reading(*found)
        assert low <= max(start, touched[0].reading_start)
        assert high >= min(end, touched[-1].reading_end)
        again = offsets.to_found(low, high)
        assert found[0] <= again[0] <= again[1] <= found[1]


@given(st.lists(runs_of_text, min_size=1, max_size=6), st.data())
def test_plain_text_maps_to_itself(runs: list[Run], data: st.DataObject) -> None:
    """Without interventions, every character of the reading but a space is itself in the raw text."""
    streams = make_streams(runs)
    if not streams.reading:
        return
    at = data.draw(st.integers(0, len(streams.reading) - 1))
    start, end = streams.map.to_found(at, at + 1)
    found = streams.found[start:end]
    assert found == streams.reading[at] or (streams.reading[at] == " " and not found.strip(" \t"))
    assert streams.map.to_reading(start, end) == (at, at + 1)

"""The accessor ``df.go``: from rows of a data frame to boards, findings and margins."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import goanalyze as ga
import goanalyze.accessor
from goanalyze.accessor import Drawing, Drawings
from goanalyze.errors import DatasetError, OptionError, SourceError
from goanalyze.rules import derive
from goanalyze.tables.frame import tables_of

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
ILLEGAL = "(;SZ[5]PB[<b>Ito</b>]PW[K\u202eim];B[bb];W[bb];B[cc])"


@pytest.fixture(scope="module")
def tables() -> ga.Tables:
    """The whole sample."""
    return ga.check(SAMPLE)


@pytest.fixture(scope="module")
def out(tables: ga.Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a dataset."""
    folder = tmp_path_factory.mktemp("dataset") / "out"
    tables.to_parquet(folder)
    return folder


def position_of(tables: ga.Tables, code: str) -> int:
    """Return the place of the first finding of a code in the findings."""
    return tables.findings.code.tolist().index(code)


def test_a_row_draws_its_game(tables: ga.Tables) -> None:
    """Row i of a filtered frame, as iloc counts, gives that row's game, by default at its last move."""
    some = tables.games[tables.games.board_width == 9].sort_values("move_count")
    drawing = some.go.board(2)
    assert drawing.game.info["game_id"] == some.game_id.iloc[2]
    assert drawing.move == some.move_count.iloc[2]
    assert some.go.board(2, move=3).move == 3
    assert some.go.board(-1).game.info["game_id"] == some.game_id.iloc[-1]


def test_a_finding_draws_its_move(tables: ga.Tables) -> None:
    """A findings row shows the game at its move, the offending point marked; another move may be asked for."""
    place = position_of(tables, "GO202")
    row = tables.findings.iloc[place]
    drawing = tables.findings.go.board(place)
    assert drawing.move == row.move_number
    assert "go-offence" in drawing._repr_svg_()
    assert drawing._repr_svg_() != tables.findings.go.board(place, move=int(row.move_number) - 1)._repr_svg_()
    assert row.message in str(drawing)


def test_a_finding_about_no_move_draws_the_end(tables: ga.Tables) -> None:
    """GO501 is about the result: the final position is shown."""
    drawing = tables.findings.go.board(position_of(tables, "GO501"))
    assert drawing.move == len(drawing.game.replay().moves)


def test_a_finding_about_a_file_has_no_game(tables: ga.Tables) -> None:
    """An unreadable file has no board, and the error has the reason."""
    with pytest.raises(LookupError, match="The row is about a file"):
        tables.findings.go.board(position_of(tables, "GO001"))


@pytest.mark.parametrize("name", ["games", "findings", "counts", "outcomes", "audit"])
def test_rows_of_every_table_of_games_draw(tables: ga.Tables, name: str) -> None:
    """The column game_id is enough to find a game."""
    frame = getattr(tables, name).dropna(subset="game_id")
    assert frame.go.board(len(frame) - 1).game.info["game_id"] == frame.game_id.iloc[-1]


def test_drawings_show_themselves_everywhere(tables: ga.Tables) -> None:
    """A drawing is a viewer in a notebook, a picture, a diagram in a terminal, and one line in a list."""
    drawing = tables.findings.go.board(position_of(tables, "GO201"))
    assert "go-viewer" in drawing._repr_html_()
    assert drawing._repr_svg_().startswith("<svg")
    assert "A B C D E" in str(drawing)
    assert repr(drawing).startswith("<Drawing of <Game ")
    assert repr(drawing).endswith(", GO201>")


def test_a_game_without_a_board_draws_what_is_known(tables: ga.Tables) -> None:
    """A record of unknown size costs no exception in a notebook."""
    drawing = tables.findings.go.board(position_of(tables, "GO409"))
    assert "GO409" in drawing._repr_html_()
    assert "GO409" in str(drawing)
    assert drawing._repr_svg_() is None


def test_text_of_records_cannot_act(tmp_path: Path) -> None:
    """Names from a record are escaped in a notebook's output, and cleaned in a terminal's."""
    (tmp_path / "a.sgf").write_text(ILLEGAL, encoding="utf-8")
    findings = ga.check(tmp_path).findings
    drawing = findings.go.sample("GO101")
    for text in (drawing._repr_html_(), drawing._repr_svg_()):
        assert "<b>" not in text
        assert "\u202e" not in text
    assert "\u202e" not in str(drawing) + repr(drawing)


def test_no_such_row_or_move(tables: ga.Tables) -> None:
    """Numbers beyond the end are answered with how many there are."""
    with pytest.raises(IndexError, match=r"Row 3 is not found\. Expected 0 to 2"):
        tables.games.head(3).go.board(3)
    with pytest.raises(IndexError, match=r"Move 1000 is not found\. Expected 0 to \d+"):
        tables.games.go.board(0, move=1000)
    with pytest.raises(IndexError, match="Move -1 is not found"):
        tables.games.go.board(0, move=-1)


@pytest.mark.parametrize(
    ("row", "move", "said"),
    [
        ("a", None, "i: 'a' is not a valid number"),
        (1.0, None, r"i: 1\.0 is not a valid number"),
        (0, "x", "move: 'x' is not a valid number"),
        (0, 2.5, r"move: 2\.5 is not a valid number"),
    ],
)
def test_rows_and_moves_are_whole_numbers(tables: ga.Tables, row: object, move: object, said: str) -> None:
    """Anything else is refused by name; NumPy's whole numbers are whole."""
    with pytest.raises(ga.OptionError, match=said):
        tables.games.go.board(row, move)
    assert tables.games.go.board(np.int64(0), np.int8(1)).move == 1


@pytest.mark.parametrize(
    "lost", [{"game_index": pd.NA}, {"game_index": np.nan}, {"game_index": 0.5}, {"source": None}, {"member": None}]
)
def test_a_row_that_lost_its_place_says_so(tables: ga.Tables, lost: dict[str, object]) -> None:
    """If source, member or number are null or invalid, the error lists the required values."""
    frame = tables.games.head(1).astype(dict.fromkeys(lost, object)).assign(**lost)
    with pytest.raises(LookupError, match="Expected source, member and game_index"):
        frame.go.board(0)
    with pytest.raises(LookupError, match="Expected source, member and game_index"):
        tables.game(dict(tables.games.iloc[0]) | lost)
    assert frame.drop(columns=list(lost)).go.board(0).game.info["game_id"] == tables.games.game_id.iloc[0]


@pytest.mark.parametrize("name", ["AGA", "jp", "Tromp-Taylor", "ing"])
def test_violations_are_the_findings_that_name_the_ruleset(tables: ga.Tables, name: str) -> None:
    """Of some games, just the findings of those games whose list of rulesets has it."""
    games = tables.games[tables.games.board_width == 9]
    ruleset = ga.find_ruleset(name).id
    keys = set(zip(games.source, games.member, games.game_index, strict=True))
    expected = [
        place
        for place, row in enumerate(tables.arrow("findings").to_pylist())
        if ruleset in row["rulesets"] and (row["source"], row["member"], row["game_index"]) in keys
    ]
    found = games.go.violations(name)
    assert found.index.tolist() == expected
    assert len(expected) > 0
    assert tables_of(found) is tables


def test_violations_agree_with_the_verdicts(tables: ga.Tables) -> None:
    """A game has violations under a ruleset if and only if its outcome there is not legal."""
    for name in ("japanese", "new-zealand"):
        outcomes = tables.outcomes[tables.outcomes.ruleset == name]
        illegal = set(outcomes.game_id[~outcomes.legal.fillna(value=True)])
        assert set(tables.games.go.violations(name).game_id) == illegal


def test_equal_games_in_two_files_are_told_apart(tmp_path: Path) -> None:
    """The findings of one copy of a game are not those of the other."""
    for name in ("a.sgf", "b.sgf"):
        (tmp_path / name).write_text(ILLEGAL, encoding="utf-8")
    tables = ga.check(tmp_path)
    assert len(set(tables.games.game_id)) == 2
    found = tables.games.head(1).go.violations("japanese")
    assert found.source.tolist() == [str(tmp_path / "a.sgf")]


def test_members_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    """The findings of the second member of a name are not those of the first."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as members:
        members.writestr("g.sgf", "(;SZ[5]PB[First];B[aa];W[bb])")
        with pytest.warns(UserWarning, match="Duplicate"):
            members.writestr("g.sgf", ILLEGAL)
    games = ga.check(tmp_path).games
    assert games.head(1).go.violations("japanese").empty
    assert games.tail(1).go.violations("japanese").code.tolist() == ["GO101"]


def test_no_violations_are_an_empty_table_of_findings(tables: ga.Tables) -> None:
    """An empty frame keeps its columns, of no games and of no findings."""
    for frame in (tables.games[:0], tables.findings[:0]):
        found = frame.go.violations("aga")
        assert found.code.tolist() == []
        assert found.columns.tolist() == tables.findings.columns.tolist()


@pytest.mark.parametrize(
    "given",
    [lambda games, findings: games.merge(findings[["game_id", "code"]]), lambda games, _: games.assign(code="X")],
)
def test_a_code_alone_makes_no_findings(tables: ga.Tables, given) -> None:  # noqa: ANN001
    """Games that were given a column `code` answer for their games."""
    games = tables.games[tables.games.board_width == 5]
    asked = given(games, tables.findings)
    assert asked.go.violations("aga").index.tolist() == games.go.violations("aga").index.tolist()
    assert asked.go.board(0).finding is None


def test_games_without_findings_have_no_violations(tables: ga.Tables) -> None:
    """A left join of games and findings has rows without rulesets, which no ruleset forbids."""
    joined = tables.games.merge(tables.findings[["game_id", "code", "rulesets"]], how="left", on="game_id")
    assert joined.rulesets.isna().any()
    found = joined.go.violations("aga")
    assert set(found.game_id) == set(tables.games.go.violations("aga").game_id)


def test_findings_answer_from_their_own_rows(tables: ga.Tables) -> None:
    """Chosen findings stay chosen: violations and samples come from among them."""
    some = tables.findings[tables.findings.code == "GO202"]
    assert set(some.go.violations("basic").code) == {"GO202"}
    with pytest.raises(LookupError, match=f"GO201 is not found in these {len(some)} rows"):
        some.go.sample("GO201")


def test_a_ruleset_that_was_not_checked(tables: ga.Tables) -> None:
    """The error names the rulesets that are there; one's own is found by its id."""
    own = derive("japanese", "club", seki="strict")
    few = ga.check(SAMPLE / "findings", rulesets=["japanese", own])
    assert len(few.games.go.violations("club")) == len(few.games.go.violations("jp")) > 0
    for ask in (lambda: few.games.go.violations("aga"), lambda: few.games.go.compare("club", "aga")):
        with pytest.raises(DatasetError, match=r"'aga' is not in the dataset\. Expected one of: japanese, club\."):
            ask()
    with pytest.raises(DatasetError, match="'house'"):
        tables.games.go.violations("house")


def test_compare_gives_the_margins_of_the_outcomes(tables: ga.Tables) -> None:
    """Row by row: both margins, their difference, both winners, as the outcomes table has them."""
    games = tables.games[::-1].iloc[:200]
    rows = {(row["game_id"], row["ruleset"]): row for row in tables.arrow("outcomes").to_pylist()}
    compared = games.go.compare("jp", "Chinese Rules")
    assert compared.index.equals(games.index)
    for game_id, row in zip(games.game_id, compared.itertuples(), strict=True):
        a, b = rows[game_id, "japanese"], rows[game_id, "chinese"]
        given = [None if pd.isna(value) else value for value in row[1:6]]
        both = a["margin"] is not None and b["margin"] is not None
        difference = a["margin"] - b["margin"] if both else None
        assert given == [a["margin"], b["margin"], difference, a["winner"], b["winner"]]
        assert row.basis == (a["basis"] if a["basis"] == b["basis"] else f"{a['basis']} + {b['basis']}")


def test_compare_agrees_with_the_comparison(tables: ga.Tables) -> None:
    """Differences of margins are those of `Tables.compare`, game by game."""
    compared = tables.games.go.compare("japanese", "aga")
    differences = tables.compare("japanese", "aga").differences("japanese", "aga")
    assert len(differences) > 200
    assert compared.difference[differences.index].tolist() == differences.tolist()


def test_compare_with_the_rulesets_own_komi(tables: ga.Tables) -> None:
    """The second reading of the outcomes is asked for by `komi`."""
    outcomes = tables.outcomes.set_index(["ruleset", "game_id"]).loc["aga"]
    compared = tables.games.go.compare("aga", "aga", komi="ruleset")
    expected = outcomes.margin_ruleset_komi.reindex(tables.games.game_id).to_numpy()
    assert np.array_equal(compared.margin_a.to_numpy(), expected, equal_nan=True)
    assert set(compared.difference.dropna()) == {0.0}
    with pytest.raises(ValueError, match=r"komi: 'mine' is not a valid value\. Expected recorded, ruleset"):
        tables.games.go.compare("aga", "jp", komi="mine")


def test_outcomes_are_pivoted(tables: ga.Tables) -> None:
    """A frame of outcomes gives a row for each of its games, with any of their rows left."""
    by_game = tables.outcomes.go.compare("japanese", "chinese")
    assert by_game.index.tolist() == tables.games.game_id.drop_duplicates().tolist()
    of_games = tables.games.drop_duplicates("game_id").go.compare("japanese", "chinese")
    pd.testing.assert_frame_equal(by_game.reset_index(drop=True), of_games.reset_index(drop=True))
    for some in (tables.outcomes.ruleset == "japanese", tables.outcomes.margin > 0):
        outcomes = tables.outcomes[some]
        compared = outcomes.go.compare("japanese", "chinese")
        expected = by_game.loc[outcomes.game_id.drop_duplicates()]
        pd.testing.assert_frame_equal(compared, expected, check_categorical=False)


def test_outcomes_of_nowhere_are_pivoted_as_they_are(out: Path, tables: ga.Tables) -> None:
    """A frame of outcomes that does not know its tables answers from its own rows, for the rulesets that it has."""
    plain = pd.read_parquet(out / "outcomes")
    own = tables.outcomes.go.compare("cn", "jp")
    assert plain.go.compare("cn", "jp").difference.tolist() == pytest.approx(own.difference.tolist(), nan_ok=True)
    japanese = plain[plain.ruleset == "japanese"]
    assert japanese.go.compare("jp", "jp").margin_a.tolist() == pytest.approx(own.margin_b.tolist(), nan_ok=True)
    with pytest.raises(DatasetError, match=r"'chinese' is not in the dataset\. Expected one of: japanese\."):
        japanese.go.compare("jp", "cn")


def test_compared_games_stay_games(tables: ga.Tables) -> None:
    """Margins joined to games make a frame that still finds its games."""
    games = tables.games.join(tables.games.go.compare("jp", "cn"))
    changed = games[games.winner_a.astype(object) != games.winner_b.astype(object)].dropna(subset="difference")
    assert len(changed) > 0
    assert changed.go.attach(tables).go.board(0).game.info["game_id"] == changed.game_id.iloc[0]
    assert len(changed.go.attach(tables).go.compare("jp", "cn")) == len(changed)


def test_samples_are_the_first_or_drawn_by_seed(tables: ga.Tables) -> None:
    """Without a seed the first findings; with one, the same ones each time, and others for another seed."""
    findings = tables.findings[(tables.findings.code == "GO505") & tables.findings.game_id.notna()]
    first = tables.games.go.sample("GO505", 3)
    assert [drawing.finding["message"] for drawing in first] == findings.message.tolist()[:3]

    def places(seed: int) -> list[tuple[str, str]]:
        return [(d.finding["source"], d.finding["message"]) for d in tables.games.go.sample("505", 5, seed=seed)]

    assert places(1) == places(1)
    assert len({tuple(places(seed)) for seed in range(4)}) > 1


def test_a_sample_of_one_is_one_drawing(tables: ga.Tables) -> None:
    """One is a drawing; several are a list that draws all of them, fewer if the frame has fewer."""
    assert isinstance(tables.games.go.sample("GO201"), Drawing)
    several = tables.games.go.sample("GO201", 50)
    assert isinstance(several, Drawings)
    assert len(several) == (tables.findings.code == "GO201").sum()
    assert several._repr_html_().count("application/json") == len(several)
    assert str(several).count("GO201: ") >= len(several)


def test_samples_that_cannot_be(tables: ga.Tables) -> None:
    """An unknown code, an absent code, and a number below 1 are different errors."""
    with pytest.raises(OptionError, match="'GO999' is not a valid code of a finding"):
        tables.games.go.sample("GO999")
    with pytest.raises(LookupError, match="GO201 is not found in these 2 rows"):
        tables.games[tables.games.finding_count == 0].head(2).go.sample("GO201")
    with pytest.raises(ValueError, match="n: 0 is not a valid number"):
        tables.games.go.sample("GO201", 0)
    with pytest.raises(LookupError, match="GO001 is not found"):  # it is about a file, which has no board
        tables.findings.go.sample("GO001")


@pytest.mark.parametrize(
    "ask",
    [
        lambda frame: frame.go.board(0),
        lambda frame: frame.go.violations("jp"),
        lambda frame: frame.go.sample("GO202"),
        lambda frame: frame.go.compare("jp", "cn"),
    ],
)
def test_a_frame_without_origin_says_how_to_give_one(out: Path, ask) -> None:  # noqa: ANN001
    """The reader of pandas gives frames without their dataset; `of` attaches it."""
    plain = pd.read_parquet(out / "games").query("board_width == 5")
    with pytest.raises(LookupError, match=r"df = df\.go\.attach\(tables\)"):
        ask(plain)
    assert ask(plain.go.attach(ga.open(out))) is not None


def test_plain_frames_answer_as_frames(tables: ga.Tables, out: Path) -> None:
    """Frames read by pandas itself give the same violations and margins, once their tables are attached."""
    for name in ("games", "findings"):
        own, plain = getattr(tables, name), pd.read_parquet(out / name).go.attach(ga.open(out))
        assert plain.go.violations("nz").message.tolist() == own.go.violations("nz").message.tolist()
    plain = pd.read_parquet(out / "outcomes").go.attach(tables)
    assert plain.go.compare("jp", "cn").difference.sum() == tables.outcomes.go.compare("jp", "cn").difference.sum()


def test_only_tables_are_an_origin(tables: ga.Tables) -> None:
    """A folder's name is not enough, and the error says so with the remedy."""
    with pytest.raises(ga.OptionError, match="A str is not a valid argument of attach"):
        tables.games.go.attach("out")


def test_other_frames_have_no_accessor() -> None:
    """A frame without games raises the error that pandas' rule for accessors requires."""
    with pytest.raises(AttributeError, match="Expected a table of games, findings or outcomes"):
        _ = pd.DataFrame({"x": [1]}).go
    assert not hasattr(pd.DataFrame(), "go")


def test_a_source_that_is_gone_is_told(tmp_path: Path) -> None:
    """The accessor passes on errors of reading again."""
    (tmp_path / "a.sgf").write_text(ILLEGAL, encoding="utf-8")
    games = ga.check(tmp_path).games
    (tmp_path / "a.sgf").unlink()
    with pytest.raises(SourceError, match=r"a\.sgf' is not found"):
        games.go.board(0)


def test_importing_the_accessor_does_not_hide_pandas() -> None:
    """`goanalyze.accessor` and `pandas` are two modules, whichever comes first."""
    code = "import goanalyze.accessor, pandas; print(goanalyze.accessor is pandas, hasattr(pandas.DataFrame, 'go'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
    assert goanalyze.accessor is not pd

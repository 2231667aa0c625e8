"""A comparison of rulesets, for people: what differs how often, in which games, and one pair in detail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console

from goanalyze.compare.claims import CLAIMS, MAIN, Claims, family_pairs
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.komi import OtherKomi
from goanalyze.compare.pairs import by_pair
from goanalyze.compare.captions import common_caption, komi_caption, left_out, excluded_caption
from goanalyze.render.terminal.disputes import line, print_disputed
from goanalyze.render.terminal.terminal import SHADES, Grid, alike, bar, heading, say, spark
from goanalyze.score.choices import Basis
from goanalyze.vocabulary.numbers import number, percent, plural, signed
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    import pandas as pd

_KOMI_SHOWN: Final = (5.5, 6.5, 7.5)
_PAIRS_SHOWN: Final = 12
_GAMES_SHOWN: Final = 3
_SPARK: Final = 5  # points to each side
_SENTENCES: Final = 80  # columns that a table must have left for sentences to stand in it
_BARS: Final = 25  # rows of a histogram; what lies further out is put together
_BAR_WIDTH: Final = 40
_BESIDE_BAR: Final = 30  # columns of what stands beside it
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_REPLAYED: Final = {
    "legal": "some call every move legal, others not",
    "no_result": "a long cycle lets players claim no result",
    "either": "one of these two",
}
_COUNTED: Final = {"winner": "the winner depends on the ruleset"}
_AMONG: Final = {"all": "games", "even": "even", "two passes": "even, no pass before the last two"}
_BEHIND: Final[dict[str, str]] = {
    "winner": "The winner depends on the ruleset",
    "margin": "Margins furthest apart",
    "legal": "Legal under some rulesets only",
    "no_result": "A long cycle lets players claim no result",
}


def print_comparison(console: Console, comparison: Comparison) -> None:
    """Print an overview: what was compared, who never differs, what changes, the two claims, and games behind them."""
    _print_head(console, comparison)
    _print_bases(console, comparison)
    if comparison.counted[0]:
        _print_common(console, comparison)
        for each in (comparison, *comparison.apart):
            if len(each.common.rulesets) > 1 and len(each.common):
                _print_classes(console, each)
                _print_margins(console, each)
    _print_legality(console, comparison)
    if comparison.counted[0]:
        _print_komi(console, comparison)
    _print_claims(console, comparison)
    _print_games(console, comparison)


def _names(members: Iterable[str], between: str = " = ") -> str:
    return between.join(clean(name) for name in members)


def _print_head(console: Console, comparison: Comparison) -> None:
    some, every = comparison.counted
    games = comparison.game_count
    by_rule = ", winners by rule where one decides (--winners rule)" if comparison.winners == "rule" else ""
    heading(
        console,
        f"{plural(games, 'game')} under {plural(len(comparison.rulesets), 'ruleset')}",
        f"with {komi_caption(comparison)}{by_rule}",
    )
    if not games:
        say(console, "The dataset has no games, so there is nothing to compare.")
    elif not some:
        say(console, "No game has a margin under any of these rulesets, so no results can be compared.")
    else:
        bare = {
            "counted": "",
            "confirmed": ", estimates that give the recorded margin included (--basis confirmed)",
            "estimated": ", estimates included (--basis estimated)",
            "all": ", every board counted as it stands included (--basis all)",
        }[comparison.basis]
        share = percent(some / games)
        say(console, f"Games with a margin under at least one of them: {some:,} ({share}); under all: {every:,}{bare}.")


def _print_bases(console: Console, comparison: Comparison) -> None:
    """Print what margins rest on: rulesets with the same numbers share a column."""
    bases = comparison.bases
    if not len(bases):
        return
    columns = alike((tuple(bases[name].tolist()), name) for name in comparison.rulesets)
    groups = sorted(columns.items(), key=lambda group: -len(group[1]))
    heads = [_names(members, ", ") for _, members in groups]
    if len(groups) > 1 and len(groups[0][1]) > 2:
        heads[0] = "all others"
    meanings = {basis.value: basis.meaning for basis in Basis}
    roomy = console.width - sum(len(head) + 2 for head in heads) >= _SENTENCES
    heading(console, "What margins rest on", "in games")
    grid = Grid("basis", *heads, *["what that means"] * roomy, numbers=len(groups))
    for place, name in enumerate(bases.index):
        counts = [number(counts[place]) for counts, _ in groups]
        grid.row(clean(name), *counts, *[meanings.get(name, "")] * roomy)
    grid.print(console)
    if not roomy:
        for name in bases.index:
            say(console, f"{clean(name)}: {meanings.get(name, '?')}")


def _print_common(console: Console, comparison: Comparison) -> None:
    """Print which games figures that stand side by side are of, and which rulesets stand apart, and why."""
    common, every = comparison.common, comparison.counted[1]
    heading(console, "Side by side", common_caption(common))
    if len(common.left_out):
        say(console, f"The others stand apart, on games of their own; side by side with all there would be {every:,}.")
        grid = Grid("ruleset", "games", f"lacking of {len(common):,}", "mostly", numbers=2)
        for (games, lacking, reason), names in left_out(common).items():
            grid.row(_names(names, ", "), number(games), number(lacking), clean(reason))
        grid.print(console)
    say(console, "Any two, on all games that both give a margin: --pair A,B.")


def _print_classes(console: Console, comparison: Comparison) -> None:
    """Print the matrix of winners that change, one row and column for each class of rulesets."""
    changes, games, classes = comparison.matrix("winner_changes"), len(comparison.common), comparison.classes()
    note = f"between rulesets, of {plural(games, 'game')}; those in one row never differed"
    heading(console, "Games whose winner changes", note)
    shown = {pair: int(figure) for pair, figure in by_pair(changes).items()}
    _square(console, classes, lambda a, b: number(shown[a, b]), lambda a, b: shown[a, b] / games)


def _square(
    console: Console,
    classes: Sequence[Sequence[str]],
    cell: Callable[[str, str], str],
    weight: Callable[[str, str], float],
) -> None:
    """Print a square of classes."""
    letters = [_LETTERS[place] if len(classes) <= len(_LETTERS) else str(place + 1) for place in range(len(classes))]
    grid = Grid("", "", *letters, numbers=len(letters), before=2)
    for letter, members in zip(letters, classes, strict=True):
        cells = ["·" if members is other else cell(members[0], other[0]) for other in classes]
        shares = [0.0 if members is other else weight(members[0], other[0]) for other in classes]
        shades = [next(style for limit, style in SHADES if share <= limit) for share in shares]
        grid.row(letter, _names(members), *zip(cells, shades, strict=True))
    grid.print(console)


def _print_margins(console: Console, comparison: Comparison) -> None:
    home = {name: members[0] for members in comparison.classes() for name in members}
    telling: dict[tuple[str, str], tuple[str, str]] = {}
    for a, b in family_pairs(comparison.common.rulesets):
        if home[a] != home[b]:
            telling.setdefault((min(home[a], home[b]), max(home[a], home[b])), (a, b))
    heading(
        console, "Margins that differ", f"a − b in points, Black − White, of {plural(len(comparison.common), 'game')}"
    )
    if not telling:
        say(console, "No pair of rulesets worth showing differs in any game.")
        return
    heads = ("a / b", "same", "over 1", "share", "mean", "sd", "from", "to", f"−{_SPARK} … 0 … +{_SPARK}")
    grid = Grid(*heads, numbers=8)
    figures = {
        name: by_pair(comparison.matrix(name))
        for name in ("same_margin", "over_1", "share_over_1", "mean", "sd", "min", "max")
    }
    for a, b in list(telling.values())[:_PAIRS_SHOWN]:
        same, over, share, mean, sd, low, high = (figure[a, b] for figure in figures.values())
        histogram = comparison.histogram(a, b, comparison.common.rows)
        drawn = spark(histogram["difference"].tolist(), histogram["games"].tolist(), _SPARK)
        spread = [signed(mean, 2), f"{sd:.2f}", signed(low), signed(high)]
        grid.row(f"{clean(a)} / {clean(b)}", number(int(same)), number(int(over)), percent(share), *spread, drawn)
    grid.print(console)
    say(console, "Rulesets differ in White's points for handicap stones: none, one each, or one less (--by handicap).")


def _print_legality(console: Console, comparison: Comparison) -> None:
    """Print which classes of rulesets call games legal that others do not."""
    legality = comparison.legality.set_index("ruleset")
    if not len(legality) or not (legality["legal"] + legality["illegal"]).any():
        return
    classes = comparison.classes("legal")
    illegal = legality["illegal"].to_dict()
    if len(classes) == 1:
        heading(console, "Legality")
        games = plural(illegal[classes[0][0]], "game")
        say(console, f"All {len(comparison.rulesets)} rulesets agree: {games} with an illegal move under each of them.")
        return
    heading(console, "Games with every move legal under the row, but not under the column")
    only = by_pair(comparison.matrix("legal_only_a"))
    total = max(comparison.game_count, 1)
    _square(console, classes, lambda a, b: number(int(only[a, b])), lambda a, b: 100 * only[a, b] / total)
    least, most = min(illegal.values()), max(illegal.values())
    say(console, f"Games with an illegal move: {least:,} to {most:,}, depending on the ruleset.")


def _print_komi(console: Console, comparison: Comparison) -> None:
    """Print the fair komi and Black's share at common komi, on the board size with most games."""
    size, games = comparison.main_board_size()
    if not games:
        return
    heading(console, "Another komi", f"the same games on {size} without handicap, and the same moves")
    for place, other in enumerate(comparison.other_komi(board_size=size)):
        if len(other.common):
            if place:
                console.print()
            say(console, f"On {common_caption(other.common)}:")
            _komi_grid(other).print(console)
            for told in excluded_caption(other.common) if other.common.rulesets != comparison.common.rulesets else ():
                say(console, f"{told}.")
    say(console, "Fair is the komi at which Black's share is nearest to 50%; a draw there counts half to each side.")


def _komi_grid(other: OtherKomi) -> Grid:
    shares = other.curve(_KOMI_SHOWN)["black_share"].to_numpy().reshape(-1, len(_KOMI_SHOWN))
    rows = []
    for row, share in zip(other.fair().to_dict("records"), shares.tolist(), strict=True):
        komi = f"{row['komi_from']:g}" + (f" to {row['komi_to']:g}" if row["komi_to"] > row["komi_from"] else "")
        rows.append(((komi, *map(percent, (row["black_share"], *share)), number(int(row["draws"]))), row["ruleset"]))
    heads = ("ruleset", "fair komi", "Black wins", *(f"at {komi:g}" for komi in _KOMI_SHOWN), "draws")
    grid = Grid(*heads, numbers=len(heads) - 1)
    for cells, names in alike(rows).items():
        grid.row(_names(names), *cells)
    return grid


def _print_claims(console: Console, comparison: Comparison) -> None:
    claims = comparison.claims()
    heading(console, f"Claim: {CLAIMS[0]}", "measured with one komi for all rulesets")
    _print_score_claim(console, claims)
    heading(console, f"Claim: {CLAIMS[1]}", "measured per 10,000 games, with 95% intervals")
    _print_trouble(console, comparison, claims)


def _print_score_claim(console: Console, claims: Claims) -> None:
    """Print the share of games over a point; pairs with the same figures share a row."""
    if not len(claims.common):
        say(console, "No game was counted under all of the rulesets side by side.")
        return
    rows = claims.score.to_dict("records")
    figures: dict[str, list[str]] = {}
    for row in rows:
        cell = f"{number(row['over_1'])} {percent(row['share']):>5}" if row["games"] else "–"
        figures.setdefault(row["rulesets"], []).append(cell)
    games = {row["among"]: row["games"] for row in rows}
    grid = Grid(
        "more than a point apart",
        *(f"of {games[among]:,} {told}" for among, told in _AMONG.items()),
        numbers=len(_AMONG),
    )
    for cells, titles in alike((tuple(shares), title) for title, shares in figures.items()).items():
        grid.row(_names(titles, ", "), *cells)
    grid.print(console)
    together = [row for row in rows if row["rulesets"].startswith("any two of")]
    reach = [(row["among"], percent(row["low"]), percent(row["high"])) for row in together if row["games"]]
    told = "; ".join(f"{_AMONG[among]} {low} to {high}" for among, low, high in reach)
    say(console, f"95% intervals of the last row: {told}.")


def _print_trouble(console: Console, comparison: Comparison, claims: Claims) -> None:
    """Print what replaying says of all games, and apart from it what winners say of those that are counted."""
    main = [name for name in MAIN if name in claims.common.rulesets]
    of = {"main": _names(main, ", "), "all": "all rulesets"}
    if len(main) < 2 or len(main) == len(comparison.rulesets):
        del of["main"]
    rows = claims.trouble[claims.trouble["among"] == "all"].to_dict("records")
    for kinds, base in ((_REPLAYED, "with a board"), (_COUNTED, "side by side")):
        found = [row for row in rows if row["what"] in kinds]
        grid = Grid(f"of {plural(found[0]['of'], 'game')} {base}", "games", "per 10,000", "95%", numbers=3)
        for title, rulesets in of.items():
            grid.part(rulesets)
            for row in found:
                if row["rulesets"] == title:
                    reach = f"{row['low']:.1f}–{row['high']:.1f}" if row["of"] else "–"
                    rate = f"{row['per_10000']:.1f}" if row["of"] else "–"
                    grid.row(f"  {kinds[row['what']]}", number(row["games"]), rate, reach)
        grid.print(console)


def _print_games(console: Console, comparison: Comparison) -> None:
    for what, title in _BEHIND.items():
        rows = comparison.disputed(what, limit=_GAMES_SHOWN)
        if not len(rows):
            continue
        sources = comparison.disputed_by("source", what)
        total, most = int(sources["games"].sum()), sources.iloc[int(sources["games"].argmax())]
        more = plural(total, "game")
        if 2 * most["games"] > total and len(sources) > 1:
            more += f", {most['games']:,} of them in {clean(most['source'])}"
        if total > len(rows):
            more += f"; all of them: --games {what.replace('_', '-')} --limit 0"
        heading(console, title, more)
        print_disputed(console, rows)


def print_pair(console: Console, comparison: Comparison, a: str, b: str) -> None:
    """Print one pair of rulesets: its figures and the histogram of differences."""
    figures = comparison.pair(a, b)
    games = int(figures["games"])
    one, other = clean(a), clean(b)
    heading(
        console, f"{one} against {other}", f"both give a margin in {games:,} of {plural(comparison.game_count, 'game')}"
    )
    for only, yes, no in ((figures["legal_only_a"], one, other), (figures["legal_only_b"], other, one)):
        if only:
            line(console, f"every move legal under {yes}, but not under {no}: {plural(int(only), 'game')}")
    if not games:
        line(console, "no margins to compare")
        return
    changes = int(figures["winner_changes"])
    to_white, to_black = int(figures["black_to_white"]), int(figures["white_to_black"])
    same, over = int(figures["same_margin"]), int(figures["over_1"])
    draws = changes - to_white - to_black
    ways = f"{to_white:,} from Black under {one} to White under {other}, {to_black:,} from White to Black"
    line(
        console,
        f"winner changes in {changes:,} ({percent(changes / games)}): {ways}, {draws:,} with no winner under one",
    )
    apart = f"more than a point apart in {over:,} ({percent(figures['share_over_1'])})"
    line(console, f"same margin in {same:,} ({percent(same / games)}), {apart}")
    reach = f"from {signed(figures['min'])} to {signed(figures['max'])} points"
    mean = f"mean {signed(figures['mean'], 3)}, sd {figures['sd']:.3f}"
    line(console, f"difference {one} − {other}: {mean}, {reach}")
    _histogram(console, comparison.histogram(a, b))


def _histogram(console: Console, histogram: pd.DataFrame) -> None:
    """Print one row per difference; the outermost together where there are too many."""
    rows = list(zip(histogram["difference"].tolist(), histogram["games"].tolist(), strict=True))
    common = sorted(sorted(rows, key=lambda row: (-row[1], abs(row[0])))[:_BARS])
    low, high = common[0][0], common[-1][0]
    below = sum(games for difference, games in rows if difference < low)
    above = sum(games for difference, games in rows if difference > high)
    between = sum(games for _, games in rows) - below - above - sum(games for _, games in common)
    shown = [(f"below {signed(low)}", below), *((signed(difference), games) for difference, games in common)]
    shown += [(f"above {signed(high)}", above), ("others between", between)]
    most = max(games for _, games in shown)
    total = sum(games for _, games in shown)
    grid = Grid("points", "games", "share", "", numbers=2)
    room = max(1, min(_BAR_WIDTH, console.width - _BESIDE_BAR))
    for title, games in shown:
        if games:
            grid.row(
                f"{title:>5}",
                number(games),
                percent(games / total),
                bar(games / most, room),
            )
    grid.print(console)

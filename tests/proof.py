"""Prove that a redesign loses nothing: record the output of every command and of the library, and compare recordings.

Usage, with the Python of an environment that has the package's dependencies::

    python tests/proof.py record OUT [--small] [--checkout DIR]     # run the checkout's code, write down all output
    python tests/proof.py compare BASE OUT [--allow FILE ...]       # exit 0 only if both are equal
    python tests/proof.py run --base BASE [--small] [--checkout DIR]  # record to a temporary folder, and compare

Not collected by pytest. The package is a black box: ``python -m goanalyze`` with ``PYTHONPATH`` set to the checkout
(this script's own one unless ``--checkout`` names another), so one script runs old and new code alike. A small
recording belongs to a small base: data/sample, hostile.zip and four small archives, under a minute. The full one adds
every archive of ``shared/archives/dev`` next to the checkout, all of them in one dataset, and every option.

A recording holds ``tables/DATASET/TABLE.parquet`` (every row and column, in the dataset's order, dictionaries as plain
text), ``texts/NAME.txt`` (command, exit code, stdout, stderr, files written; the library's output), ``times.json``
(seconds per command, for orientation only) and ``record.json``. The inputs are copied or linked into the recording, so
that all paths printed are relative; ``run`` takes data/sample from the base, so that new records there do no harm.

Excluded, with the reason:

* the seconds and games per second of a run: they belong to the machine;
* "finished", "goanalyze", "layout" and digests in _SUCCESS.json, all of _manifest.jsonl but counts and titles, digests
  in part names, bytes in the output of ``compact``, and the note on its shard in a Parquet file's metadata: time,
  version of the program and of its files, size of the files, and bookkeeping of a resumed run;
* the day a report was written and its size in MB, the recording's own folder and the checkout's: the run only.

Intended differences are listed in TOML files, by default every ``tests/proof_differences/*.toml`` of this script's
checkout (one file for each area of work, so that lists do not collide)::

    [[replace]]                 # text that was renamed: applied to the base, in outputs and in columns of text
    old = "Whose verdicts"
    new = "Rulesets to apply"
    regex = false               # the default; true: re.sub
    where = "help-*"            # names of texts, or DATASET/TABLE; the default is everywhere
    reason = "English"

    [[text]]                    # lines of output that may differ, or come or go
    where = "check-*"
    line = "charset guessed"    # a regular expression found in the changed line
    reason = "GO013 is a warning now"

    [[table]]                   # rows that may differ
    where = "*/findings"        # DATASET/TABLE
    columns = ["severity"]      # may change; without "columns" rows may also come and go
    code = "GO013"              # only rows with this code, where the table has codes
    match = {source = "odd"}    # only rows whose columns match these regular expressions, before or after
    reason = "..."
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import hashlib
import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve()
CHECKOUT = HERE.parents[1]
_OF_THE_RUN = ("finished", "goanalyze", "layout", "manifest", "digest")
_OF_A_SHARD = ("from", "files", "games", "kept")
RULESETS = [
    "basic",
    "tromp-taylor",
    "japanese",
    "korean",
    "wagc",
    "chinese",
    "chinese-superko",
    "wmsg",
    "aga",
    "bga",
    "ffg",
    "ing",
    "ing-simplified",
    "new-zealand",
    "brainking",
    "ancient-chinese",
    "button",
]
SMALL = ("gnugo-selfplay", "personal-sartak", "events-tygem-tom", "fuego-regression")
KEYS = {  # key columns of a row; rows with equal keys are distinguished by their order
    "files": ["source", "member"],
    "games": ["source", "member", "game_index"],
    "findings": ["source", "member", "game_index", "code", "move_number", "offset"],
    "counts": ["game_id"],
    "outcomes": ["game_id", "ruleset"],
    "audit": ["game_id"],
    "moves": ["game_id", "move_number"],
    "rulesets": ["id"],
    "duplicates": ["source", "member", "game_index", "best_source", "best_member", "best_game_index"],
}
LEFT_OUT = (b"pandas", b"ARROW:schema", b"goanalyze.shard")  # metadata of pandas, Arrow and a resumed run
OWN_RULES = """\
[club]
base = "japanese"
title = "Club rules"
seki = "strict"
komi = 5.5
"""


# ---------------------------------------------------------------------------------------------------------------------
# Recording
# ---------------------------------------------------------------------------------------------------------------------


class Recorder:
    """One recording: a work folder, commands run there, and their output."""

    def __init__(self, out: Path, checkout: Path, sample: Path, *, small: bool) -> None:
        self.out, self.checkout, self.small = out, checkout, small
        self.work = out / "work"
        self.texts = out / "texts"
        self.tables = out / "tables"
        self.times: dict[str, float] = {}
        for folder in (self.work / "data", self.texts, self.tables):
            folder.mkdir(parents=True)
        shutil.copytree(sample, self.work / "data/sample")
        self.archives = _archives()
        if self.archives:
            (self.work / "archives").mkdir()
            for path in [*(self.archives / "dev").glob("*.zip"), self.archives / "hostile.zip"]:
                (self.work / "archives" / path.name).symlink_to(path)
        (self.work / "club.toml").write_text(OWN_RULES, encoding="utf-8")
        (self.work / "bad.toml").write_text("[club]\nbase = 'klingon'\n", encoding="utf-8")
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")},
            "PYTHONPATH": str(checkout),
            "COLUMNS": "130",
            "LINES": "50",
            "TERM": "dumb",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONWARNINGS": "default",
        }
        self.server = subprocess.Popen(
            [sys.executable, str(HERE), "_serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=self.work,
        )

    def close(self) -> None:
        """Stop the server and leave only the recording."""
        assert self.server.stdin
        self.server.stdin.close()
        self.server.wait()
        shutil.rmtree(self.work)
        _write_json(self.out / "times.json", self.times)

    def run(
        self,
        name: str,
        *arguments: str,
        writes: tuple[str, ...] = (),
        stdin: str | None = None,
        plain: bool = False,
        color: bool = False,
        code: str | None = None,
    ) -> str:
        """Run ``goanalyze ARGUMENTS`` in the work folder and write down its output; return its stdout.

        ``plain`` runs it as a process of its own; else a server that has loaded numpy, pyarrow and pandas, but nothing
        of goanalyze, forks one for it, which saves most of a second. ``code`` runs this Python instead.
        """
        stdout, stderr = self.work / ".stdout", self.work / ".stderr"
        environment = {"FORCE_COLOR": "1", "TERM": "xterm-256color"} if color else {}
        began = time.perf_counter()
        job = {
            "argv": arguments,
            "stdout": str(stdout),
            "stderr": str(stderr),
            "stdin": stdin or os.devnull,
            "env": environment,
            "code": code,
        }
        if plain:
            with Path(job["stdin"]).open("rb") as source, stdout.open("wb") as told, stderr.open("wb") as errors:
                exit_code = subprocess.run(
                    [sys.executable, "-m", "goanalyze", *arguments],
                    stdin=source,
                    stdout=told,
                    stderr=errors,
                    cwd=self.work,
                    env={**self.environment, **environment},
                    check=False,
                ).returncode
        else:
            assert self.server.stdin
            assert self.server.stdout
            print(json.dumps(job), file=self.server.stdin, flush=True)
            exit_code = json.loads(self.server.stdout.readline())
        self.times[name] = round(time.perf_counter() - began, 2)
        said = stdout.read_text(encoding="utf-8", errors="backslashreplace")
        errors = stderr.read_text(encoding="utf-8", errors="backslashreplace")
        parts = [] if code else [f"$ goanalyze {shlex.join(arguments)}", f"exit {exit_code}"]
        parts.append(self.stable(said))
        if self.stable(errors).strip():
            parts += ["---- stderr", self.stable(errors)]
        for file in writes:
            path = self.work / file
            parts.append(f"---- {file}")
            parts.append(_split_markup(self.stable(path.read_text(encoding="utf-8"))) if path.exists() else "missing")
        (self.texts / f"{name}.txt").write_text("\n".join(parts).rstrip("\n") + "\n", encoding="utf-8")
        print(f"{self.times[name]:7.2f} s  {name}", flush=True)
        return said

    def stable(self, text: str) -> str:
        """Return a text without the parts that belong to the run and the machine; see the module's list."""
        for path, word in ((self.work, "WORK"), (self.checkout, "CHECKOUT"), (self.archives, "ARCHIVES")):
            if path:
                text = text.replace(str(path.resolve()), word).replace(str(path), word)
        for pattern, word in (
            (r"[\d.,]+ s, [\d.,]+ games/s", "TIME"),
            (r"(?m)^(\d.* games? with .* files? \([\d.,]+ \wB\)), [\d.,]+ s$", r"\1, TIME"),
            (r"'sha256-[^']+'", "'sha256-DIGEST'"),
            (r'("seconds"|"games_per_second"): ?[\d.e+-]+', r"\1: TIME"),
            (r"written on \d{4}-\d\d-\d\d", "written on DATE"),
            (r"(Report written to \S+) \([\d.,]+ \wB\)", r"\1 (SIZE)"),
            (r"part-(\d+)-[0-9a-f]{16}", r"part-\1-DIGEST"),
            (r"(?<=[\s(,])[\d.,]+ (k|M|G)?B(?=[\s,.;)])", r"SIZE") if "compact" in text[:200] else ("$^", ""),
            (r"0x[0-9a-f]{8,}", "0xADDRESS"),
        ):
            text = re.sub(pattern, word, text)
        return text

    def dataset(self, name: str, out: str) -> None:
        """Write down every table of a dataset in the work folder, its schema and its facts."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        folder, lines = self.work / out, []
        target = self.tables / name
        target.mkdir()
        for place in sorted(folder.iterdir()):
            parts = sorted(place.glob("part-*.parquet")) if place.is_dir() else [place]
            if not parts or parts[0].suffix != ".parquet":
                continue
            read = [pq.ParquetFile(part).read() for part in parts]
            schema = read[0].schema
            told = [f"{place.stem}: {_meta(schema.metadata)}"]
            told += [f"  {field.name}: {field.type}, {_meta(field.metadata)}" for field in schema]
            lines += told
            for table in read[1:]:
                assert table.schema.equals(schema), f"parts of {place} differ: {table.schema}"
            # Dictionaries become plain text: their order belongs to the parts, not to the rows.
            types = [pa.field(f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type) for f in schema]
            table = pa.concat_tables([table.cast(pa.schema(types)) for table in read]).replace_schema_metadata(None)
            table = table.combine_chunks()
            pq.write_table(table, target / f"{place.stem}.parquet", compression="zstd")
        facts = json.loads((folder / "_SUCCESS.json").read_text(encoding="utf-8"))
        facts["singles"] = list(facts["singles"])
        lines.append("_SUCCESS.json: " + json.dumps({k: facts[k] for k in facts if k not in _OF_THE_RUN}))
        for line in (folder / "_manifest.jsonl").read_text(encoding="utf-8").splitlines():
            shard = json.loads(line)
            part = {key: shard[key] for key in _OF_A_SHARD if key in shard}
            part["tables"] = {key: value["rows"] for key, value in shard.get("tables", {}).items()}
            lines.append("_manifest.jsonl: " + json.dumps(part | ({"in": shard["in"]} if "in" in shard else {})))
        text = self.stable("\n".join(lines)) + "\n"
        (self.texts / f"schema-{name}.txt").write_text(text, encoding="utf-8")

    def check(self, name: str, *arguments: str, plain: bool = False, keep: str | None = None) -> str:
        """Run ``goanalyze check`` into a dataset, write down both; return the dataset's folder."""
        out = keep or f"out/{name}"
        self.run(
            f"check-{name}",
            "check",
            *arguments,
            "-o",
            out,
            "--overwrite",
            *([] if plain else ["--jobs", "1"]),
            "--fail-on",
            "never",
            plain=plain,
        )
        self.dataset(name, out)
        return out


def record(out: Path, checkout: Path, sample: Path, *, small: bool) -> None:
    """Record all output of the checkout's code."""
    if out.exists() and any(out.iterdir()):
        sys.exit(f"{out} is not empty")
    out.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    recorder = Recorder(out.resolve(), checkout.resolve(), sample.resolve(), small=small)
    try:
        _record_all(recorder)
    finally:
        recorder.close()
    digests = {
        str(path.relative_to(recorder.tables)): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(recorder.tables.rglob("*.parquet"))
    }
    shutil.copytree(sample, out / "sample")
    _write_json(out / "record.json", {"small": small, "commit": _commit(checkout), "tables": digests})
    print(f"{time.perf_counter() - began:.0f} s in all, {len(digests)} tables, {len(recorder.times)} outputs: {out}")


def _record_all(it: Recorder) -> None:
    sample = "data/sample"
    findings = "data/sample/findings"
    some = ["archives/" + name + ".zip" for name in SMALL] if it.archives else []
    hostile = ["archives/hostile.zip"] if it.archives else []

    # Datasets
    main = it.check("sample", sample, "--moves")
    if hostile:
        it.check("hostile", *hostile, "--moves")
    if it.small:
        largest = it.check("dev", *some, "--moves") if some else main
    else:
        names = sorted(path.stem for path in (it.work / "archives").glob("*.zip") if path.stem != "hostile")
        for name in names:
            size = (it.work / f"archives/{name}.zip").stat().st_size
            it.check(name, f"archives/{name}.zip", *(["--moves"] if size < 700_000 else []))
        largest = it.check("all", *(f"archives/{name}.zip" for name in names)) if names else main
    variants = {
        "estimate-all": ("--estimate", "all"),
        "estimate-never": ("--estimate", "never"),
        "markup-dead": ("--markup", "dead"),
        "markup-ignore": ("--markup", "ignore"),
        "rulesets": ("--rulesets", "japanese,aga,club.toml"),
        "komi-ruleset": ("--komi", "ruleset"),
        "komi-number": ("--komi", "7.5", "--encoding", "gb18030"),
    }
    inputs = {"": [sample, *some[:2]]} if it.small else {"": [sample, *hostile], "-dev": some}
    for inputs_name, paths in inputs.items():
        for name, options in variants.items():
            if paths:
                it.check(name + inputs_name, *paths, *options)
    if not it.small and it.archives:
        for name in ("gnugo-regression", "kgs-2017a", "fox-pro2019", "pachi-regress", "kaya-real", "clamshell"):
            it.check(f"estimate-all-{name}", f"archives/{name}.zip", "--estimate", "all")
            it.check(f"markup-ignore-{name}", f"archives/{name}.zip", "--markup", "ignore")
    # Many shards, two processes, resumed, compacted: the rows stay.
    shards = it.check("shards", sample, *some[:1], "--shard", "0.05", "--jobs", "2", plain=True)
    it.run("check-resumed", "check", sample, *some[:1], "--shard", "0.05", "-o", shards, "--jobs", "1")
    it.run("compact", "compact", shards)
    it.dataset("compacted", shards)

    # check without a dataset
    for style in ("json", "concise", "csv", "jsonl", "sarif", "junit", "github"):
        it.run(f"check-sample-{style}", "check", sample, "--jobs", "1", "--format", style)
        if hostile and not it.small:
            it.run(f"check-hostile-{style}", "check", *hostile, "--jobs", "1", "--format", style)
        if some and not it.small:
            it.run(f"check-some-{style}", "check", *some, "--jobs", "1", "--format", style)
    few = [f"{findings}/go202-triple-ko.sgf", f"{findings}/go501-winner-differs.sgf", f"{findings}/go013-gbk-names.sgf"]
    it.run(
        "check-select", "check", *few, "--select", "GO2,GO501", "--ignore", "GO205", "--fail-on", "warning", plain=True
    )
    it.run("check-color", "check", findings, "--jobs", "1", color=True)
    it.run("check-stdin", "check", "-", "--format", "jsonl", stdin=str(it.work / few[0]))
    it.run("check-nothing", "check", "no-such-file.sgf")
    it.run("check-bad-ruleset", "check", sample, "--rulesets", "klingon")
    it.run("check-bad-toml", "check", sample, "--rulesets", "bad.toml")
    it.run("check-bad-komi", "check", sample, "--komi", "lots")
    it.run("check-bad-encoding", "check", sample, "--encoding", "klingon")
    it.run("check-bad-select", "check", sample, "--select", "XX")
    it.run("check-foreign-out", "check", sample, "-o", "data")
    it.run("check-other-options", "check", sample, "-o", main, "--komi", "ruleset", "--jobs", "1")

    # compare
    for number, by in enumerate(("board_size", "handicap", "komi", "passes", "ending", "declared", "source")):
        games = ("winner", "margin", "legal", "no-result")[number % 4]
        pair = ("japanese,chinese", "japanese,aga", "aga,ancient-chinese")[number % 3]
        it.run(f"compare-by-{by}", "compare", main, "--pair", pair, "--by", by, "--games", games, "--limit", "8")
    for number, basis in enumerate(("counted", "confirmed", "estimated", "all")):
        style = ("text", "json", "json", "text")[number]
        it.run(f"compare-basis-{basis}", "compare", largest, "--basis", basis, "--format", style)
    it.run("compare-csv", "compare", main, "--format", "csv")
    it.run("compare-csv-games", "compare", main, "--games", "winner", "--format", "csv", "--limit", "0")
    it.run("compare-json-pair", "compare", main, "--pair", "japanese,chinese", "--format", "json", "--komi", "ruleset")
    it.run("compare-rulesets", "compare", main, "--rulesets", "japanese,aga,button", "--komi", "ruleset")
    it.run("compare-bad", "compare", main, "--pair", "japanese,klingon")
    it.run("compare-nothing", "compare", "data")
    if not it.small:
        for style in ("text", "json", "csv"):
            for by in ("board_size", "handicap", "komi", "passes", "ending", "declared", "source"):
                it.run(
                    f"compare-largest-{by}-{style}",
                    "compare",
                    largest,
                    "--pair",
                    "japanese,chinese",
                    "--by",
                    by,
                    "--format",
                    style,
                    "--basis",
                    "all",
                )
            for games in ("winner", "margin", "legal", "no-result"):
                it.run(
                    f"compare-largest-games-{games}-{style}",
                    "compare",
                    largest,
                    "--games",
                    games,
                    "--limit",
                    "50",
                    "--format",
                    style,
                )

    # list, dups and report
    for style in ("concise", "csv", "json", "nul"):
        it.run(f"list-{style}", "list", main, "--format", style)
    it.run("list-select", "list", main, "--select", "GO1", "--severity", "error", "--limit", "5", "--fail-on", "error")
    if largest != main:
        it.run("dups", "dups", largest, "--limit", "20")
        it.dataset("dups", largest)
    it.run("dups-json", "dups", main, "--format", "json")
    it.run("report", "report", main, "-o", "report.html", writes=("report.html",))
    it.run("report-limit", "report", shards, "-o", "limit.html", "--limit", "3", "--root", ".", writes=("limit.html",))
    if not it.small and largest != main:
        it.run("report-largest", "report", largest, "-o", "all.html", "--limit", "2000", writes=("all.html",))
    it.run("report-nothing", "report", "data", "-o", "nothing.html")

    # show
    cases = sorted(path.name for path in (it.work / findings).glob("*.sgf"))
    chosen = ["go202-triple-ko.sgf", "go501-winner-differs.sgf"] if it.small else cases
    for number, name in enumerate(chosen):
        ruleset = RULESETS[number % len(RULESETS)] if not it.small else ("tromp-taylor", "japanese")[number]
        stem = name.removesuffix(".sgf")
        it.run(
            f"show-{stem}",
            "show",
            f"{findings}/{name}",
            "--ruleset",
            ruleset,
            "--svg",
            "a.svg",
            "--html",
            "a.html",
            writes=("a.svg", "a.html"),
        )
        if not it.small:
            it.run(f"show-move-{stem}", "show", f"{findings}/{name}", "--move", "3")
    triple = f"{findings}/go202-triple-ko.sgf"
    gnugo = "data/sample/gnugo/019x019-japanese-0002.sgf"
    it.run(
        "show-move", "show", triple, "--move", "6", "--ruleset", "aga", "--svg", "b.svg", "--numbers", writes=("b.svg",)
    )
    it.run("show-archive", "show", sample, "201", "--ruleset", "club.toml")
    it.run("show-color", "show", gnugo, "--ruleset", "chinese", "--svg", "c.svg", color=True, writes=("c.svg",))
    it.run("show-html", "show", gnugo, "--html", "d.html", writes=("d.html",))
    it.run("show-no-game", "show", triple, "6")
    it.run("show-no-move", "show", triple, "--move", "500")
    it.run("show-nothing", "show", "no-such-file.sgf")

    # rules, explain, help
    it.run("rules", "rules")
    it.run("rules-json", "rules", "all", "--format", "json")
    it.run("rules-toml", "rules", "all", "--format", "toml")
    it.run("rules-own", "rules", "club.toml", "--format", "text")
    it.run("rules-bad", "rules", "klingon")
    for ruleset in ("japanese", "aga") if it.small else RULESETS:
        it.run(f"rules-{ruleset}", "rules", ruleset)
    codes = sorted(set(re.findall(r"GO\d{3}", it.run("explain", "explain"))))
    for code in codes[::9] if it.small else codes:
        it.run(f"explain-{code}", "explain", code)
    it.run("explain-bad", "explain", "GO999")
    it.run("help", "--help")
    it.run("version", "--version")
    for command in ("check", "compare", "dups", "show", "report", "compact", "explain", "rules"):
        it.run(f"help-{command}", command, "--help")

    library = HERE.read_text(encoding="utf-8").split("# LIBRARY" + " BEGINS\n")[1].split("# LIBRARY" + " ENDS\n")[0]
    it.run("library", code=library + f"\ndescribe_library(step={6 if it.small else 1})\n")


def _archives() -> Path | None:
    for folder in (CHECKOUT.parent, Path.cwd().parent):
        if (archives := folder / "shared" / "archives").joinpath("dev").is_dir():
            return archives.resolve()
    print("The folder shared/archives next to the checkout is missing: only data/sample is recorded.")
    return None


def _commit(checkout: Path) -> str:
    done = subprocess.run(
        ["git", "-C", str(checkout), "describe", "--always", "--dirty"], check=False, capture_output=True, text=True
    )
    return done.stdout.strip()


def _meta(metadata: dict[bytes, bytes] | None) -> str:
    shown = {k.decode(): v.decode() for k, v in (metadata or {}).items() if k not in LEFT_OUT}
    return json.dumps(shown, ensure_ascii=False, sort_keys=True)


def _split_markup(text: str) -> str:
    """Return HTML, SVG or JSON with a line per element or item, so that a difference is one line."""
    lines = re.sub(r"(?<=>)(?=<)", "\n", text).split("\n")
    return "\n".join(re.sub(r"(?<=[}\]],)", "\n", line) if len(line) > 1000 else line for line in lines)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def serve() -> None:
    """Fork a process for each command that stdin asks for, and answer with its exit code."""
    for name in ("numpy", "pandas", "pyarrow.compute", "pyarrow.dataset", "pyarrow.parquet", "rich.console", "click"):
        importlib.import_module(name)
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if not child:
            _become(job)
        _, status = os.waitpid(child, 0)
        print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)


def _become(job: dict[str, object]) -> None:
    import runpy

    for number, name, mode in ((0, "stdin", os.O_RDONLY), (1, "stdout", 0), (2, "stderr", 0)):
        flags = mode if name == "stdin" else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(str(job[name]), flags, 0o666), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    os.environ.update(job["env"])  # type: ignore[arg-type]
    sys.path[0] = os.environ["PYTHONPATH"]
    code = 0
    try:
        if job["code"]:
            exec(compile(str(job["code"]), "library", "exec"), {"__name__": "library"})
        else:
            sys.argv = ["goanalyze", *job["argv"]]  # type: ignore[misc]
            runpy.run_module("goanalyze", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


# LIBRARY BEGINS
def describe_library(step: int) -> None:
    """Print the library's results for a fixed sample of games; runs in a process of its own, in the work folder."""
    import hashlib
    from pathlib import Path

    import goanalyze as ga
    from goanalyze.score.count import count as count_position

    columns = [
        "code",
        "move_number",
        "color",
        "point",
        "offset",
        "rulesets",
        "repetition",
        "repeats_move",
        "cycle_length",
        "cycle_kind",
        "prisoner_balance",
        "count",
        "message",
    ]
    rulesets = [
        "basic",
        "tromp-taylor",
        "japanese",
        "korean",
        "wagc",
        "chinese",
        "chinese-superko",
        "wmsg",
        "aga",
        "bga",
        "ffg",
        "ing",
        "ing-simplified",
        "new-zealand",
        "brainking",
        "ancient-chinese",
        "button",
    ]

    def say(title, what):
        try:
            value = what()
        except Exception as error:
            value = f"{type(error).__name__}: {error}"
        print(f"{title}: {value}")

    def short(value):
        text = str(value)
        return f"{len(text)} characters, {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def finding(row):
        return "\n    " + ", ".join(f"{name}={getattr(row, name, 'absent')!r}" for name in columns)

    def outcome(game, name, **options):
        out = game.outcome(name, **options)
        facts = (out.result, out.margin, out.margin_strict, out.winner, out.basis, out.approximate)
        facts += (out.no_result_possible,)
        return f"{out!r} {facts} {[str(r) for r in out.reasons]}\n{out}"

    def territory(found):
        return found and [short([int(k) for k in found.kind]), short([int(s) for s in found.side])]

    def about(game, number):
        replay = game.replay()
        for key, value in game.info.items():
            print(f"  info {key}: {value!r}")
        say("repr", lambda: (repr(game), repr(replay), game.width, game.height))
        say("game", lambda: str(game))
        say("replay", lambda: str(replay))
        say("svg", lambda: (short(game._repr_svg_()), short(replay._repr_svg_())))
        say("html", lambda: (short(game._repr_html_()), short(replay._repr_html_())))
        say("sgf", lambda: short(game.raw_sgf))
        say("tree", lambda: short(game.to_sgf()))
        say("findings", lambda: "".join(finding(row) for row in replay.findings))
        say("moves", lambda: short([tuple(move) for move in replay.moves]))
        say("flags", lambda: short([int(flags) for flags in replay.flags]))
        say("prisoners", lambda: replay.prisoners)
        say("describe", lambda: [replay.describe(n) for n in range(1, min(len(replay.moves), 6) + 1)])
        for name in rulesets:
            say(
                f"verdicts {name}",
                lambda name=name: [(n, v) for n, v in enumerate(map(str, replay.verdicts(name)), 1) if v != "legal"],
            )
        for move in (0, 3, None):
            say(f"position {move}", lambda move=move: repr(replay.position(move)) + "\n" + str(replay.position(move)))
        say("position svg", lambda: short(replay.position()._repr_svg_()))
        say("position area", lambda: count_position(replay.position()))
        say("position dead", lambda: count_position(replay.position(), dead=[0]))
        for markup in ("full", "dead", "ignore"):
            say(f"count {markup}", lambda markup=markup: game.count(markup))
            say(f"counted {markup}", lambda markup=markup: territory(game.territory(markup)))
            say(f"ownership {markup}", lambda markup=markup: short(sorted((game.ownership(markup) or {}).items())))
        for name in rulesets if number % 3 == 0 else ("japanese", "aga", "ancient-chinese", "wmsg"):
            say(f"outcome {name}", lambda name=name: outcome(game, name))
            say(f"outcome {name}, own komi", lambda name=name: game.outcome(name, komi="ruleset").result)
            say(f"outcome {name}, komi 0", lambda name=name: game.outcome(name, komi=0).result)

    paths = sorted(Path("data/sample/findings").glob("*.sgf"))[:: max(1, step // 2)]
    paths += sorted(Path("data/sample/gnugo").glob("*.sgf"))[:: 4 * step]
    for number, path in enumerate(paths):
        print(f"\n== {path}")
        for game in ga.read(str(path)):
            about(game, number)
    print("\n== loads")
    for text in (
        "(;SZ[9];B[ee];W[])",
        b"(;SZ[5]KM[0]RE[0];B[ba];W[ca];B[ab])",
        "",
        "no game",
        "(;GM[2])",
        "(;SZ[99])",
        b"\xff\xfe(;)",
    ):
        say(repr(text), lambda text=text: repr(ga.loads(text)))
    say("nothing to read", lambda: list(ga.read("no-such-file.sgf")))
    say(
        "bad encoding",
        lambda: ga.loads(Path(paths[0]).read_bytes()) and len(list(ga.read(str(paths[0]), encoding="klingon"))),
    )
    print("\n== positions")
    say("empty", lambda: repr(ga.Position.empty(9, 5)))
    rows = ["..X..", ".XOO.", "XX.O.", "OOO..", "....."]
    say("rows", lambda: str(ga.Position.from_rows(rows)))
    say("count", lambda: count_position(ga.Position.from_rows(rows)))
    say("equal", lambda: ga.Position.from_rows(rows) == ga.Position.from_rows(rows))
    say("rulesets", lambda: [ga.find_ruleset(name).title for name in (*rulesets, "NZ", "日本", "GOE", "jp")])
    say("no ruleset", lambda: ga.find_ruleset("klingon"))
    print("\n== tables")
    tables = ga.check("data/sample/findings")
    say("repr", lambda: repr(tables))
    for name in ("files", "games", "findings", "counts", "outcomes", "audit", "rulesets"):
        frame = getattr(tables, name)
        say(
            f"types {name}",
            lambda frame=frame: "".join(f"\n    {key}: {value!s:.40}" for key, value in frame.dtypes.items()),
        )
        say(f"values {name}", lambda frame=frame: short(frame.to_csv()))
        say(f"shown {name}", lambda frame=frame: repr(frame.head(3)))
    comparison = tables.compare()
    say("comparison", lambda: repr(comparison) + "\n" + json_text(comparison.to_dict()))
    say("funnel", lambda: tables.funnel().to_csv())
    say("duplicates", lambda: short(tables.duplicates.to_csv()))
    say("one game", lambda: repr(tables.game(5)))
    say("one game's findings", lambda: "".join(finding(row) for row in tables.game(5).replay().findings))
    import goanalyze.accessor

    say("df.go", lambda: sorted(name for name in dir(tables.games.go) if not name.startswith("_")))


def json_text(value: object) -> str:
    """Return plain data as text, a line per item."""
    import json

    return json.dumps(value, indent=1, default=str, ensure_ascii=False)


# LIBRARY ENDS


# ---------------------------------------------------------------------------------------------------------------------
# Comparing
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class AllowedDifferences:
    """The intended differences, and how often each was met."""

    replace: list[dict] = field(default_factory=list)
    text: list[dict] = field(default_factory=list)
    table: list[dict] = field(default_factory=list)
    met: dict[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, paths: list[Path]) -> AllowedDifferences:
        """Read TOML files, or all of folders."""
        found = cls()
        for path in paths:
            for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
                rules = tomllib.loads(file.read_text(encoding="utf-8"))
                for kind, listed in rules.items():
                    if kind not in ("replace", "text", "table"):
                        sys.exit(f"{file}: no such kind of difference: {kind}")
                    for rule in listed:
                        if not rule.get("reason"):
                            sys.exit(f"{file}: a {kind} without its reason: {rule}")
                        getattr(found, kind).append(rule)
        return found

    def rules(self, kind: str, where: str) -> list[dict]:
        """Return the rules that apply to a text or a table."""
        return [rule for rule in getattr(self, kind) if fnmatch.fnmatch(where, rule.get("where", "*"))]

    def renamed(self, text: str, where: str) -> str:
        """Return a text of the base as it should read now."""
        for rule in self.rules("replace", where):
            new = (
                re.sub(rule["old"], rule["new"], text) if rule.get("regex") else text.replace(rule["old"], rule["new"])
            )
            self.count(rule, new != text)
            text = new
        return text

    def count(self, rule: dict, times: int | bool) -> None:
        """Note that a rule was needed."""
        self.met[id(rule)] = self.met.get(id(rule), 0) + int(times)


def compare(base: Path, other: Path, allow: list[Path], lines: int, examples: int) -> bool:
    """Print every difference of two recordings; return True if all are intended."""
    facts = [json.loads((place / "record.json").read_text(encoding="utf-8")) for place in (base, other)]
    if facts[0]["small"] != facts[1]["small"]:
        sys.exit("one recording is small, the other is full")
    print(f"base {base} ({facts[0]['commit']}), other {other} ({facts[1]['commit']})")
    allowed = AllowedDifferences.read(allow)
    texts, tables = ({*_names(base, kind), *_names(other, kind)} for kind in ("texts", "tables"))
    bad = [name for name in sorted(texts) if not _same_text(name, base, other, allowed, lines)]
    bad += [name for name in sorted(tables) if not _same_table(name, base, other, allowed, examples)]
    for kind in ("replace", "text", "table"):
        for rule in getattr(allowed, kind):
            if not allowed.met.get(id(rule)):
                print(f"not needed: [[{kind}]] { ({key: value for key, value in rule.items() if key != 'reason'}) }")
    print(
        f"{'EQUAL' if not bad else 'DIFFERENT'}: {len(bad)} of the outputs and tables differ"
        + (": " + ", ".join(bad) if bad else "")
    )
    return not bad


def _names(place: Path, kind: str) -> list[str]:
    return [str(path.relative_to(place / kind).with_suffix("")) for path in (place / kind).rglob("*.*")]


def _same_text(name: str, base: Path, other: Path, allowed: AllowedDifferences, lines: int) -> bool:
    texts = []
    for place in (base, other):
        path = place / "texts" / f"{name}.txt"
        texts.append(path.read_text(encoding="utf-8") if path.exists() else None)
    rules = allowed.rules("text", name)
    if None in texts:
        for rule in rules:
            if rule.get("line", "") == "":
                allowed.count(rule, 1)
                return True
        print(f"\n== {name}: {'missing' if texts[1] is None else 'new'}")
        return False
    old = allowed.renamed(str(texts[0]), name).splitlines()
    new = str(texts[1]).splitlines()
    if old == new:
        return True
    shown = []
    for line in _differences(old, new):
        changed = line[:1] in "+-" and line[:4] not in ("--- ", "+++ ")
        rule = next((rule for rule in rules if changed and re.search(rule.get("line", ""), line[1:])), None)
        if rule:
            allowed.count(rule, 1)
        else:
            shown.append((changed, line))
    if not any(changed for changed, _ in shown):
        return True
    print(f"\n== {name}: {sum(changed for changed, _ in shown)} lines changed")
    for _, line in shown[:lines]:
        print(line if len(line) <= 240 else line[:230] + f" … {len(line)} characters")
    if len(shown) > lines:
        print(f"… {len(shown) - lines} more lines")
    return False


def _differences(old: list[str], new: list[str]) -> list[str]:
    """Return a unified diff; of large changes line by line, since the real one would take minutes."""
    if max(len(old), len(new)) < 20_000:
        return list(difflib.unified_diff(old, new, "base", "other", lineterm="", n=1))
    common = set(old) & set(new)
    return [f"-{line}" for line in old if line not in common] + [f"+{line}" for line in new if line not in common] or [
        "+the same lines in another order"
    ]


def _same_table(name: str, base: Path, other: Path, allowed: AllowedDifferences, examples: int) -> bool:
    import pandas as pd
    import pyarrow.parquet as pq

    paths = [place / "tables" / f"{name}.parquet" for place in (base, other)]
    rules = allowed.rules("table", name)
    if not all(path.exists() for path in paths):
        rule = next(
            (rule for rule in rules if "columns" not in rule and "code" not in rule and "match" not in rule), None
        )
        if rule:
            allowed.count(rule, 1)
            return True
        print(f"\n== {name}: table {'missing' if paths[0].exists() else 'new'}")
        return False
    tables = [pq.read_table(path) for path in paths]
    if tables[0].equals(tables[1]):
        return True
    frames = [_plain(table) for table in tables]
    old, new = frames
    if allowed.rules("replace", name):
        for column in old.columns:
            if old[column].map(type).eq(str).any():
                old[column] = [allowed.renamed(v, name) if isinstance(v, str) else v for v in old[column]]
    ok = True
    title = f"\n== {name}"
    for column in [c for c in old if c not in new] + [c for c in new if c not in old]:
        rule = next((rule for rule in rules if column in rule.get("columns", ())), None)
        if rule:
            allowed.count(rule, 1)
        else:
            print(f"{title}: column {column} {'is gone' if column in old else 'is new'}")
            ok = False
    common = [column for column in old if column in new]
    keys = [key for key in KEYS.get(name.rsplit("/", maxsplit=1)[-1], common[:1]) if key in common]
    for frame in frames:
        frame["#"] = frame.groupby(keys, dropna=False).cumcount()
        frame.index = pd.MultiIndex.from_frame(frame[[*keys, "#"]].astype(str))
    both = old.index.intersection(new.index, sort=False)
    gone, come = old.index.difference(new.index, sort=False), new.index.difference(old.index, sort=False)
    left, right = old.loc[both, common], new.loc[both, common]
    differs = (left.ne(right) & ~(left.isna() & right.isna())).to_numpy()
    changed = [int(number) for number in differs.any(axis=1).nonzero()[0]]
    lost = []
    for number in changed:
        a, b = left.iloc[number], right.iloc[number]
        columns = [common[place] for place in differs[number].nonzero()[0]]
        rest = [column for column in columns if not _allowed_row(rules, allowed, [a, b], column)]
        if rest:
            lost.append((number, rest))
    missing = [row for row in gone if not _allowed_row(rules, allowed, [old.loc[row]], None)]
    fresh = [row for row in come if not _allowed_row(rules, allowed, [new.loc[row]], None)]
    order = len(both) == len(old) == len(new) and not old.index.equals(new.index)
    if not (lost or missing or fresh or order):
        return ok
    print(
        f"{title}: {len(both) - len(changed)} rows equal, {len(lost)} changed, {len(missing)} missing, "
        f"{len(fresh)} new{', in another order' if order else ''}; intended: {len(changed) - len(lost)} changed, "
        f"{len(gone) - len(missing)} missing, {len(come) - len(fresh)} new"
    )
    by_column: dict[str, list[int]] = {}
    for number, columns in lost:
        for column in columns:
            by_column.setdefault(column, []).append(number)
    for column, rows in by_column.items():
        print(f"  {column}: {len(rows)} rows")
        for number in rows[:examples]:
            print(
                f"    {_named(both[number])}: {left.iloc[number][column]!s:.200} → {right.iloc[number][column]!s:.200}"
            )
    for word, rows, frame in (("missing", missing, old), ("new", fresh, new)):
        for row in rows[:examples]:
            said = {
                key: value for key, value in frame.loc[row].items() if not pd.isna(value) and key not in ("#", *keys)
            }
            print(f"  {word}: {_named(row)} {str(said)[:300]}")
    return False


def _plain(table: object) -> object:
    """Return a frame whose cells can be compared: numbers stay, lists become text."""
    frame = table.to_pandas(types_mapper=None)  # type: ignore[attr-defined]
    for column in frame.columns:
        if frame[column].map(lambda value: hasattr(value, "__len__") and not isinstance(value, str | bytes)).any():
            frame[column] = [None if value is None else str(list(value)) for value in frame[column]]
    return frame.astype(object)


def _allowed_row(rules: list[dict], allowed: AllowedDifferences, rows: list, column: str | None) -> bool:
    for rule in rules:
        if column not in rule["columns"] if "columns" in rule and column else "columns" in rule:
            continue
        wanted = {**rule.get("match", {}), **({"code": rule["code"]} if "code" in rule else {})}
        if all(any(re.search(str(pattern), str(row.get(key, ""))) for row in rows) for key, pattern in wanted.items()):
            allowed.count(rule, 1)
            return True
    return False


def _named(row: tuple) -> str:
    return " ".join(str(part) for part in row[:-1] if str(part) not in ("", "None", "nan"))


# ---------------------------------------------------------------------------------------------------------------------


def main() -> None:
    """Read the command line."""
    if sys.argv[1:2] == ["_serve"]:
        serve()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="write down what the code of a checkout says")
    recording.add_argument("out", type=Path)
    recording.add_argument("--sample", type=Path, help="take this data/sample instead of the checkout's")
    comparing = commands.add_parser("compare", help="compare two recordings")
    comparing.add_argument("base", type=Path)
    comparing.add_argument("out", type=Path)
    running = commands.add_parser("run", help="record to a temporary folder and compare with a base")
    running.add_argument("--base", type=Path, required=True)
    running.add_argument("--keep", type=Path, help="record here instead, and keep it")
    for each in (recording, running):
        each.add_argument("--small", action="store_true", help="the small set; as the base was recorded")
        each.add_argument("--checkout", type=Path, default=CHECKOUT)
    for each in (comparing, running):
        each.add_argument(
            "--allow", type=Path, action="append", help="TOML of intended differences, or a folder of them"
        )
        each.add_argument("--lines", type=int, default=30, help="lines of a difference to print")
        each.add_argument("--examples", type=int, default=3, help="rows of a difference to print, by column")
    chosen = parser.parse_args()
    if chosen.command == "record":
        record(chosen.out, chosen.checkout, chosen.sample or chosen.checkout / "data/sample", small=chosen.small)
        return
    default = HERE.parent / "proof_differences"
    allow = chosen.allow or ([default] if default.is_dir() else [])
    if chosen.command == "compare":
        same = compare(chosen.base, chosen.out, allow, chosen.lines, chosen.examples)
    else:
        with tempfile.TemporaryDirectory(prefix="proof-") as folder:
            out = chosen.keep or Path(folder) / "record"
            record(out, chosen.checkout, chosen.base / "sample", small=chosen.small)
            same = compare(chosen.base, out, allow, chosen.lines, chosen.examples)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()

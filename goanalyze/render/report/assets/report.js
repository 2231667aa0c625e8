// The report's lists of games and choice of histograms. Everything is on the page; figures are worked out in Python.
// Text of a record is only ever set as textContent.
(function () {
  "use strict";
  const PAGE = 50, SHOWN = 400, NAME = 80, SHORT = 60;
  const by = (id) => document.getElementById(id);
  const collator = new Intl.Collator("en", { numeric: true });
  const written = (number) => number.toLocaleString("en-US");
  let data = null, open = null;

  // What would act on the reader's screen is not shown: control characters, marks that turn the direction of text.
  const clean = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");

  function html(name, attributes, parent, text) {
    const made = document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = clean(text);
    if (parent) parent.appendChild(made);
    return made;
  }

  function trouble(sentence) {
    by("trouble").textContent = sentence;
    by("trouble").hidden = false;
  }

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  // Columns of a list: name, what to sort by, and how a cell is filled.
  const games = (key) => (at) => data.games[key][at];
  const named = (key) => (at) => data.games[key].names[data.games[key].at[at]] || "";
  const source = (at) => data.games.sources[data.games.source[at]];
  const member = (at) => data.games.member[at] || "";
  const move = (at) => (open.moves?.get(at) ?? null);
  const file = (at) => data.games.written[at] ?? source(at) + (member(at) && `!${member(at)}`);
  const address = (at) => file(at) + (data.games.index[at] ? `#${data.games.index[at]}` : "") +
    (move(at) === null ? "" : `@${move(at)}`);
  const short = (name) => (name.startsWith(data.base) ? name.slice(data.base.length) : name);
  const players = (at) => `${data.games.black[at] || "?"} – ${data.games.white[at] || "?"}`;
  const COLUMNS = [
    ["Black – White", players, fillPlayers], ["place", address, fillPlace], ["show it", null, fillCommand],
    ["at move", move], ["date", games("date")], ["board", games("board")],
    ["komi", games("komi")], ["ruleset", named("ruleset")], ["recorded", (at) => data.games.result[at] || ""],
    ["moves", games("moves")], ["ended by", named("ended")], ["dead stones", dead], ["findings", games("findings")],
  ];
  // Columns of a list saved as CSV, named as in the tables.
  const SAVED = [
    ["address", address], ["source", source], ["member", member], ["game_index", games("index")], ["move_number", move],
    ["black_player", games("black")], ["white_player", games("white")], ["date", games("date")], ["board", games("board")],
    ["komi", games("komi")], ["ruleset", named("ruleset")], ["result_raw", games("result")], ["move_count", games("moves")],
    ["ended_by", named("ended")], ["status_source", named("dead")], ["finding_count", games("findings")],
  ];

  function dead(at) {
    const known = named("dead")(at), sure = data.games.sure[at];
    return known === "none" ? "" : known === "estimated" || known === "engine" ? `${known}, ${sure}` : known;
  }

  function fillPlayers(cell, at) {
    cell.className = "names";
    html("bdi", {}, cell, [...data.games.black[at] || "?"].slice(0, NAME).join(""));
    cell.append(" – ");
    html("bdi", {}, cell, [...data.games.white[at] || "?"].slice(0, NAME).join(""));
  }

  function fillPlace(cell, at) {
    const link = data.games.links[data.games.source[at]], text = address(at);
    cell.className = "file";
    html("bdi", {}, link ? html("a", { href: link, title: clean(text) }, cell) : cell, short(text));
  }

  const word = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text :
    data.quote + text.replaceAll(data.quote, data.quote === "'" ? `'"'"'` : '""') + data.quote);

  function fillCommand(cell, at) {
    if (source(at) === "-") return;  // what came through a pipe is gone
    cell.append(copier(`goanalyze show ${word(address(at))}${open.ruleset ? ` --ruleset ${open.ruleset}` : ""}`));
  }

  // As vocabulary/text.py: what a spreadsheet would calculate stays text.
  function cell(value) {
    if (typeof value === "number") return String(value);
    const raw = String(value ?? ""), text = (/^(?:[=@＝＠\t\r]|[+\-＋－](?![\d.]*$))/.test(raw) ? "'" : "") + clean(raw);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function save() {
    const lines = [SAVED.map(([name]) => name), ...Array.from(open.shown, (at) => SAVED.map(([, value]) => cell(value(at))))];
    const text = "\ufeff" + lines.map((line) => line.join(",") + "\r\n").join("");
    const link = html("a", { download: `${open.title.replace(/[^\w]+/g, "-").slice(0, SHORT)}.csv` });
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // Where the clipboard is closed to pages from disk, what is selected can still be copied; else the text is shown.
  async function copied(button, command) {
    try {
      await navigator.clipboard.writeText(command);
      return true;
    } catch {
      const area = html("textarea", { readonly: "" }, button.parentNode);
      area.value = command;
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function copier(command) {
    const button = html("button", { type: "button", class: "copy-button", title: command }, null, "copy command");
    button.addEventListener("click", async () => {
      if (await copied(button, command)) button.textContent = "copied";
      else button.replaceWith(html("code", {}, null, command));
    });
    return button;
  }

  function list(number) {
    const steps = data.lists[number], rows = new Int32Array(steps.length - 1);
    for (let place = 0, at = -1; place < rows.length; place++) rows[place] = at += steps[place + 1];
    const moves = data.moves[number] && new Map(data.moves[number].map((move, at) => [rows[at], move < 0 ? null : move]));
    return { rows, total: steps[0], moves };
  }

  function show(button) {
    const { rows, total, moves } = list(Number(button.dataset.list)), { title, ruleset } = button.dataset;
    open = { rows, total, moves, title, ruleset, shown: rows, page: 0, column: -1, down: false };
    by("list-title").textContent = title;
    by("list-filter").value = "";
    draw();
    by("list").showModal();
    by("list-title").focus();
  }

  function haystack(at) {
    return `${players(at)}\n${address(at)}\n${COLUMNS.slice(4, 9).map(([, value]) => value(at)).join("\n")}`.toLowerCase();
  }

  function arrange() {
    const wanted = by("list-filter").value.trim().toLowerCase();
    let rows = wanted ? open.rows.filter((at) => haystack(at).includes(wanted)) : open.rows.slice();
    if (open.column >= 0) {
      const value = COLUMNS[open.column][1], keys = new Map(Array.from(rows, (at) => [at, value(at)]));
      const sign = open.down ? -1 : 1, missing = (key) => key === null || key === "";
      rows.sort((one, other) => {
        const a = keys.get(one), b = keys.get(other);
        if (missing(a) || missing(b)) return missing(a) - missing(b) || one - other;
        const order = typeof a === "number" ? a - b : collator.compare(a, b);
        return sign * order || one - other;
      });
    }
    open.shown = rows;
  }

  function draw() {
    const { rows, total, shown, page } = open, first = page * PAGE, last = Math.min(first + PAGE, shown.length);
    const games = total === 1 ? "game" : "games";
    by("list-count").textContent = (shown.length === total ? `${written(total)} ${games}` :
      `${written(shown.length)} of ${written(total)} ${games}`) +
      (rows.length < total ? `; the page has only ${written(rows.length)} of them at hand, see goanalyze report --limit` : "");
    by("list-page").textContent = shown.length ? `${written(first + 1)} to ${written(last)}` : "none";
    by("list-before").disabled = page === 0;
    by("list-after").disabled = last >= shown.length;
    Array.from(by("list-heads").children).forEach((head, column) => {
      const way = open.down ? "descending" : "ascending";
      if (column === open.column) head.setAttribute("aria-sort", way);
      else head.removeAttribute("aria-sort");
      const mark = head.querySelector("span");
      if (mark) mark.textContent = column === open.column ? (open.down ? " ▼" : " ▲") : "";
    });
    const body = by("list-rows");
    body.textContent = "";
    for (const at of shown.slice(first, last)) {
      const row = html("tr", { role: "row" }, body);
      for (const [name, value, fill] of COLUMNS) {
        const about = { role: "cell", ...(fill ? {} : { "data-head": name }) };
        const cell = html("td", typeof value?.(at) === "number" ? { ...about, class: "r" } : about, row);
        if (fill) fill(cell, at);
        else if (value(at) ?? "") html("bdi", {}, cell, String(value(at)).slice(0, SHOWN));
      }
    }
  }

  function setUpList() {
    COLUMNS.forEach(([name, value], column) => {
      const head = html("th", { scope: "col", role: "columnheader" }, by("list-heads"), value ? undefined : name);
      if (!value) return;
      const button = html("button", { type: "button" }, head, name);
      html("span", { "aria-hidden": "true" }, button);
      button.addEventListener("click", () => {
        open.down = open.column === column && !open.down;
        open.column = column;
        turn(0);
      });
    });
    by("list-csv").addEventListener("click", save);
    by("list-filter").addEventListener("input", () => turn(0));
    by("list-before").addEventListener("click", () => turn(open.page - 1));
    by("list-after").addEventListener("click", () => turn(open.page + 1));
    by("list-close").addEventListener("click", () => by("list").close());
    by("list").addEventListener("click", (event) => { if (event.target === by("list")) by("list").close(); });
  }

  function turn(page) {
    open.page = page;
    arrange();
    draw();
  }

  function toButtons(root) {
    root.querySelectorAll("span.n").forEach((span) => {
      const button = html("button", { type: "button", class: "n" }, null, span.textContent);
      Object.assign(button.dataset, span.dataset);
      button.title = span.dataset.title;
      span.replaceWith(button);
    });
  }

  // The histograms were drawn in Python and hold numbers only; of a record nothing is in them.
  function setUpChooser(section) {
    const form = section.querySelector("form"), places = data.pairs[section.dataset.reading];
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    const [a, b] = ["a", "b"].map((name) => form.elements.namedItem(name));
    for (const select of [a, b]) {
      select.disabled = false;
      select.addEventListener("change", () => {
        const at = places[`${a.value},${b.value}`];
        section.querySelector(".chosen").textContent = `${data.rulesets[a.value]} − ${data.rulesets[b.value]}`;
        const made = document.createElement("template");
        made.innerHTML = at === undefined ? "<p>These are one and the same ruleset.</p>" : data.histograms[at];
        toButtons(made.content);
        section.querySelector(".histogram").replaceChildren(made.content);
      });
    }
  }

  // A link to what is folded opens it; browsers do so themselves only where they are new.
  function reveal() {
    const target = by(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    target.scrollIntoView();
  }

  function setUpFolds() {
    const item = html("li", {}, document.querySelector("nav ul"));
    const button = html("button", { type: "button", class: "unfold" }, item, "Unfold all");
    button.addEventListener("click", () => {
      const folds = [...document.querySelectorAll("main details")], closed = folds.some((fold) => !fold.open);
      for (const fold of folds) fold.open = closed;
      button.textContent = closed ? "Fold all" : "Unfold all";
    });
    window.addEventListener("hashchange", reveal);
    document.addEventListener("click", (event) => {
      if (event.target.closest("a")?.hash === location.hash && location.hash) reveal();
    });
    reveal();
  }

  async function begin() {
    document.querySelectorAll("code.copy").forEach((code) => code.after(" ", copier(code.textContent)));
    setUpFolds();
    if (typeof DecompressionStream === "undefined" || typeof HTMLDialogElement === "undefined") {
      trouble("This browser is too old to unpack the lists of games; all figures are here, but not the games behind them.");
      return;
    }
    try {
      data = await unpack(by("data").textContent);
    } catch (error) {
      trouble(`The lists of games cannot be unpacked (${error}); the file may have been cut off.`);
      return;
    }
    setUpList();
    document.querySelectorAll(".chooser").forEach(setUpChooser);
    toButtons(document);
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button.n");
      if (button) show(button);
    });
    document.documentElement.dataset.ready = "";
  }

  begin();
})();

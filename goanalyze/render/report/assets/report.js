// The lists of games and the viewer of a report. All is in the page; figures are computed in Python.
// Text of a record is only ever set as textContent.
(function () {
  "use strict";
  const PAGE = 50, SHOWN = 400, NAME = 80, SHORT = 60;
  const by = (id) => document.getElementById(id);
  const collator = new Intl.Collator("en", { numeric: true });
  const written = (number) => number.toLocaleString("en-US");
  let data = null, open = null, boards = null, indexOf = null;

  // Control characters and marks that turn the direction of text are replaced.
  const clean = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");

  function html(name, attributes, parent, text) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = clean(text);
    if (parent) parent.appendChild(element);
    return element;
  }

  function trouble(sentence) {
    by("trouble").textContent = sentence;
    by("trouble").hidden = false;
  }

  async function unpack(id) {
    const bytes = Uint8Array.from(atob(by(id).textContent), (char) => char.charCodeAt(0));
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
  const gameAddress = (at) => file(at) + (data.games.index[at] ? `#${data.games.index[at]}` : "");
  const address = (at) => gameAddress(at) + (move(at) === null ? "" : `@${move(at)}`);
  const players = (at) => `${data.games.black[at] || "?"} – ${data.games.white[at] || "?"}`;
  const COLUMNS = [
    ["Black – White", players, fillPlayers], ["address", address, fillAddress], ["at move", move], ["date", games("date")], ["board", games("board")],
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

  const rowOf = (at) => (data.rows ? data.rows[at] : at);
  const hasBoard = (row) => data.boards.has(row);

  function nameOf(parent, at) {
    html("bdi", {}, parent, [...data.games.black[at] || "?"].slice(0, NAME).join(""));
    parent.append(" – ");
    html("bdi", {}, parent, [...data.games.white[at] || "?"].slice(0, NAME).join(""));
  }

  function fillPlayers(cell, at) {
    cell.className = "names";
    nameOf(hasBoard(rowOf(at)) ? opener(rowOf(at), move(at), cell) : cell, at);
  }

  function fillAddress(cell, at) {
    const link = data.games.links[data.games.source[at]], text = address(at);
    cell.className = "file";
    html("bdi", {}, link ? html("a", { href: link }, cell) : cell, text);
  }

  // A button that opens the viewer at a move of a game.
  function opener(row, at, parent) {
    const button = html("button", { type: "button", class: "g", title: "Show the board" }, parent);
    Object.assign(button.dataset, { game: row, ...(at === null ? {} : { move: at }) });
    return button;
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

  function list(number) {
    const steps = data.lists[number], rows = new Int32Array(steps.length - 1);
    for (let place = 0, at = -1; place < rows.length; place++) rows[place] = at += steps[place + 1];
    const moves = data.moves[number] && new Map(data.moves[number].map((move, at) => [rows[at], move < 0 ? null : move]));
    return { rows, total: steps[0], moves };
  }

  function show(button) {
    const { rows, total, moves } = list(Number(button.dataset.list)), { title } = button.dataset;
    open = { rows, total, moves, title, shown: rows, page: 0, column: -1, down: false };
    by("list-title").textContent = title;
    by("list-filter").value = "";
    draw();
    by("list").showModal();
    by("list-title").focus();
  }

  function haystack(at) {
    return `${players(at)}\n${address(at)}\n${COLUMNS.slice(3, 8).map(([, value]) => value(at)).join("\n")}`.toLowerCase();
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
      (rows.length < total ? `; the page has only ${written(rows.length)} of them` : "");
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
  }

  function turn(page) {
    open.page = page;
    arrange();
    draw();
  }

  function facts(row) {
    const at = indexOf(row);
    if (at < 0) return "";
    const komi = data.games.komi[at], values = [data.games.date[at], data.games.board[at], named("ruleset")(at),
      komi === null ? "" : `komi ${komi}`, data.games.result[at] && `recorded ${data.games.result[at]}`];
    return [...values, gameAddress(at)].filter(Boolean).map((text) => String(text).slice(0, SHOWN)).join(" · ");
  }

  async function view(row, at) {
    boards = boards || await unpack("boards");
    const game = boards[row], element = html("div", { id: "game-viewer" });
    if (!game) return;
    by("game-viewer").replaceWith(element);
    by("game-title").textContent = clean((game.players || ["?", "?"]).join(" – "));
    by("game-facts").textContent = clean(facts(row));
    if (!by("game").open) by("game").showModal();
    window.goanalyzeView(element, game, { ...(at === undefined ? {} : { move: Number(at) }), page: true });
    by("game-title").focus();
    history.replaceState(null, "", `#game-${row}${at === undefined ? "" : `-${at}`}`);
  }

  function viewAddress() {
    const parts = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (parts && hasBoard(Number(parts[1]))) view(Number(parts[1]), parts[2]);
  }

  function setUpButtons() {
    document.querySelectorAll("span.n, span.g").forEach((span) => {
      if (span.className === "g" && !hasBoard(Number(span.dataset.game))) return;
      const button = html("button", { type: "button", class: span.className });
      Object.assign(button.dataset, span.dataset);
      button.title = span.dataset.title || "Show the board";
      button.append(...span.childNodes);
      span.replaceWith(button);
    });
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.className === "n") show(button);
      if (button?.className === "g") view(Number(button.dataset.game), button.dataset.move);
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog || event.target.closest(".close")) dialog.close();
      });
    }
    by("game").addEventListener("close", () => history.replaceState(null, "", location.pathname + location.search));
    window.addEventListener("hashchange", viewAddress);
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
    setUpFolds();
    if (typeof DecompressionStream === "undefined" || typeof HTMLDialogElement === "undefined") {
      trouble("This browser is too old to unpack the lists of games; all figures are here, but not the games behind them.");
      return;
    }
    try {
      data = await unpack("data");
    } catch (error) {
      trouble(`The lists of games cannot be unpacked (${error}); the file may have been cut off.`);
      return;
    }
    data.boards = new Set(data.boards);
    if (data.rows) for (let place = 0, at = -1; place < data.rows.length; place++) data.rows[place] = at += data.rows[place];
    const places = data.rows && new Map(data.rows.map((row, place) => [row, place]));
    indexOf = (row) => (places ? places.get(row) ?? -1 : row);
    setUpList();
    setUpButtons();
    viewAddress();
    document.documentElement.dataset.ready = "";
  }

  begin();
})();

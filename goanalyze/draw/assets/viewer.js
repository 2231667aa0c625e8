// Steps through games on pages. Python has computed the effect of each move; differences are applied and drawn here.
// Text of a record is only ever set as textContent. Python replaces the names between double underscores.
(function () {
  "use strict";
  const SIGNS = __SIGNS__, DOT = __DOT__;
  const SPACE = "http://www.w3.org/2000/svg", CELL = 24, EVERY = 64;
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ", SGF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const OVERLAYS = ".go-last,.go-marks,.go-offence,.go-repeated,.go-cycle,.go-labels,.go-patches";
  const OWNERS = { b: 1, o: 1, w: 2, x: 2 }, MARKS = { ",": "dot", s: "circle", "!": "triangle" };
  const LEGEND = { bw: "squares: territory", xo: "pale stones: dead", ",": "dots: dame", s: "circles: seki",
    "!": "triangles: to be filled" };
  const ICONS = {
    first: ["first position", "M5 4v16M19 4L8 12l11 8z"],
    back: ["one move back", "M17 4L6 12l11 8z"],
    forward: ["one move forward", "M7 4l11 8-11 8z"],
    last: ["last position", "M5 4l11 8-11 8zM19 4v16"],
  };

  function svg(name, attributes, parent) {
    const element = document.createElementNS(SPACE, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(element);
    return element;
  }

  function html(name, attributes, parent, text) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(element);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // Lines of a record as arrays of steps {color, point, takes, setup}.
  function readLines(game) {
    const indexOf = (two) => two === "--" ? -1 : two === ".." ? -2 : SGF.indexOf(two[1]) * game.w + SGF.indexOf(two[0]);
    const points = (text) => ((text || "").match(/../g) || []).map(indexOf);
    const stones = (texts) => [1, 2, 0].flatMap((color, at) => points((texts || [])[at]).map((point) => [point, color]));
    let before = [];
    return game.lines.map((line) => {
      const steps = before.slice(0, line.shared || 0), same = new Set(line.same);
      for (const point of points(line.moves)) {
        const number = steps.length + 1, last = steps.length ? steps[steps.length - 1].color : 2;
        steps.push({ color: same.has(number) ? last : 3 - last, point, takes: points((line.takes || {})[number]),
          setup: stones((line.setup || {})[number]) });
      }
      before = steps;
      return { start: stones(line.start), steps };
    });
  }

  // A board is one number for each point: colour in the last two bits, above them the number of the move; then the
  // prisoners of Black and of White.
  function boards(game, line) {
    const size = game.w * game.h, cached = [new Int32Array(size + 2)];
    for (const [point, color] of line.start) cached[0][point] = color;
    const apply = (board, number) => {
      const { color, point, takes, setup } = line.steps[number - 1];
      if (point >= 0) board[point] = color | (number << 2);
      for (const gone of takes) {
        board[size + 2 - (board[gone] & 3)]++;
        board[gone] = 0;
      }
      for (const [at, stone] of setup) board[at] = stone;
    };
    return (number) => {
      const from = Math.min(Math.floor(number / EVERY), cached.length - 1), board = cached[from].slice();
      for (let at = from * EVERY + 1; at <= number; at++) {
        apply(board, at);
        if (at % EVERY === 0 && cached.length === at / EVERY) cached.push(board.slice());
      }
      return board;
    };
  }

  function pointName(point, game) {
    if (point < 0) return point === -1 ? "pass" : "off board";
    const column = point % game.w, round = Math.floor(column / LETTERS.length);
    return (round ? LETTERS[round - 1] : "") + LETTERS[column % LETTERS.length] + (game.h - Math.floor(point / game.w));
  }

  const plural = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  function caption(game, steps, number) {
    const total = steps.length;
    if (!number) return total ? `start, of ${plural(total, "move")}` : "no moves";
    const { color, point, takes } = steps[number - 1], verb = takes.includes(point) ? "loses" : "takes";
    return `move ${number} of ${total}: ${" BW"[color]} ${pointName(point, game)}${takes.length ? `, ${verb} ${takes.length}` : ""}`;
  }

  const xy = (point, game) => [CELL * (point % game.w), CELL * Math.floor(point / game.w)];

  function drawStones(picture, game, colorOf) {
    const dots = ["", "", ""];
    for (let point = 0; point < game.w * game.h; point++) {
      dots[colorOf(point)] += `M${point % game.w} ${Math.floor(point / game.w)}${DOT}`;
    }
    picture.querySelector(".go-black").setAttribute("d", dots[1]);
    picture.querySelector(".go-outline").setAttribute("d", dots[2]);
    picture.querySelector(".go-white").setAttribute("d", dots[2]);
  }

  function drawMark(layer, game, point, kind, color) {
    const [x, y] = xy(point, game), [outer, fill, inner] = SIGNS[kind] || SIGNS.circle, ink = color === 1 ? "#fff" : "#000";
    const own = fill ? { fill, stroke: "#fff", "stroke-width": 1.5 } :
      { fill: kind === "dot" ? ink : "none", stroke: ink, "stroke-width": 2 };
    svg("path", { ...own, d: `M${x} ${y}${outer}` }, layer);
    if (inner) svg("path", { ...own, d: `M${x} ${y}${inner}`, "stroke-width": 2.5 }, layer);
  }

  function drawNumbers(layer, game, board) {
    for (let point = 0; point < game.w * game.h; point++) {
      const number = board[point] >> 2;
      if (!number) continue;
      const [x, y] = xy(point, game), length = String(number).length;
      svg("text", { x, y: y + 4, "font-size": Math.min(12, 27 / length).toPrecision(3),
        fill: (board[point] & 3) === 1 ? "#fff" : "#000" }, layer).textContent = number;
    }
  }

  function drawCount(picture, layer, game, [stones, signs]) {
    const colorOf = (point) => ".XO".indexOf(stones[point]), isDead = (point) => "xo".includes(signs[point]);
    drawStones(picture, game, (point) => isDead(point) ? 0 : colorOf(point));
    for (let point = 0; point < signs.length; point++) {
      const [x, y] = xy(point, game), color = colorOf(point), owner = OWNERS[signs[point]], mark = MARKS[signs[point]];
      if (isDead(point)) {
        svg("circle", { cx: x, cy: y, r: 11, fill: color === 1 ? "#1a1a1a" : "#fff", stroke: "#1a1a1a", opacity: .4,
          class: "go-dead" }, layer);
      }
      if (owner) {
        svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, fill: owner === 1 ? "#1a1a1a" : "#fff",
          stroke: "#777", class: owner === 1 ? "go-territory-black" : "go-territory-white" }, layer);
      }
      if (mark) drawMark(layer, game, point, mark, color);
    }
  }

  function button(name, parent, action) {
    const element = html("button", { type: "button", "aria-label": ICONS[name][0], title: ICONS[name][0] }, parent);
    const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", "stroke-width": 2, "stroke-linejoin": "round" }, element);
    svg("path", { d: ICONS[name][1] }, icon);
    element.addEventListener("click", action);
    return element;
  }

  function choice(label, options, parent, action) {
    if (!options.length) return null;
    const select = html("select", { "aria-label": label }, html("p", { class: "go-choice" }, parent));
    for (const [value, text] of options) html("option", { value }, select, text);
    select.addEventListener("change", () => action(select.value));
    return select;
  }

  function ledgerTable([title, rows, total], parent) {
    const table = html("table", {}, parent), row = (cells, tag) => {
      const line = html("tr", {}, table);
      cells.forEach((text) => html(tag, {}, line, text));
    };
    row([title, "Black", "White"], "th");
    rows.forEach((cells) => row(cells, "td"));
    if (total) row(["", ...total], "td");
  }

  // A notebook shows the board as an image, since notebooks that are not trusted strip everything but text and images.
  function drawing(image) {
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (letter) => letter.charCodeAt(0));
    const parsed = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml");
    return document.importNode(parsed.documentElement, true);
  }

  function emptyBoard(game) {
    const template = document.querySelector(`template.go-empty[data-size="${game.w}x${game.h}"]`);
    return template.content.firstElementChild.cloneNode(true);
  }

  function build(viewer, game, picture, options) {
    const lines = readLines(game), counts = game.counts || [], notes = game.notes || [];
    const main = html("div", { class: "go-main" }), side = html("div", { class: "go-side" });
    const players = html("div", { class: "go-players" }, main), prisoners = [0, 1].map((at) => {
      const entry = html("span", {}, players), name = (game.players || [])[at];
      html("b", { role: "img", "aria-label": ["Black", "White"][at] }, entry);
      html("bdi", {}, entry, name || ["Black", "White"][at]);
      return html("small", {}, entry);
    });
    const box = html("div", { class: "go-board" }, main), bar = html("div", { class: "go-controls" }, main);
    picture.querySelectorAll(OVERLAYS).forEach((old) => old.remove());
    box.appendChild(picture);
    picture.style.width = `min(100%, ${1.7 * picture.getAttribute("width")}px)`;
    const layer = svg("g", { class: "go-live" }, picture);
    const state = { line: 0, move: 0, numbered: false };
    let boardAt, steps, buttons;

    const first = button("first", bar, () => go(0)), back = button("back", bar, () => go(state.move - 1));
    const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "move" }, bar);
    slider.addEventListener("input", () => go(Number(slider.value)));
    const forward = button("forward", bar, () => go(state.move + 1)), last = button("last", bar, () => go(steps.length));
    const numbers = html("button", { type: "button", "aria-pressed": "false", "aria-label": "move numbers",
      title: "move numbers" }, bar, "123");
    numbers.addEventListener("click", () => {
      state.numbered = !state.numbered;
      numbers.setAttribute("aria-pressed", String(state.numbered));
      go(state.move);
    });
    box.addEventListener("click", (event) => {
      const { left, width } = box.getBoundingClientRect();
      go(state.move + (event.clientX < left + width / 2 ? -1 : 1));
    });

    const said = html("p", { class: "go-current", "aria-live": "polite" }, side);
    const told = html("div", { class: "go-messages", "aria-live": "polite" }, side);
    const lineChoice = choice("line of the record", lines.length < 2 ? [] : lines.map(({ steps: all }, at) => {
      const shared = game.lines[at].shared || 0, next = all[shared];
      return [at, at ? `variation ${at}: ${next ? caption(game, all, shared + 1) : "no further move"}` : "main line"];
    }), side, (value) => setLine(Number(value)));
    const countChoice = choice("count", counts.length ? [["", "count under …"],
      ...counts.map(({ rulesets, result }, at) => [at, `${rulesets}: ${result}`])] : [], side,
      (value) => value === "" ? go(state.move) : showCount(Number(value)));
    const panel = html("div", { class: "go-count", "aria-live": "polite" }, side);
    const list = html("ul", { class: "go-notes" }, side);

    function setLine(at, move) {
      let shared = 0;
      const target = lines[at].steps;
      while (steps && shared < Math.min(steps.length, target.length) && steps[shared] === target[shared]) shared++;
      Object.assign(state, { line: at });
      steps = target;
      boardAt = boards(game, lines[at]);
      slider.max = steps.length;
      if (lineChoice) lineChoice.value = at;
      list.textContent = "";
      buttons = notes.filter((note) => note[1] && (note[4] || 0) === at).map(([number, text]) => {
        const element = html("button", { type: "button", title: text }, html("li", {}, list),
          `move ${number}: ${text.split(": ")[0]}`);
        element.addEventListener("click", () => go(number));
        return [number, element];
      });
      go(move === undefined ? Math.min(state.move, shared + 1) : move);
    }

    function clear(move) {
      state.move = move;
      layer.textContent = panel.textContent = told.textContent = "";
      slider.value = move;
      first.disabled = back.disabled = move === 0;
      forward.disabled = last.disabled = move === steps.length;
      const board = boardAt(move), words = caption(game, steps, move);
      prisoners.forEach((element, at) => { element.textContent = plural(board[game.w * game.h + at], "prisoner"); });
      slider.setAttribute("aria-valuetext", words);
      if (said.textContent !== words) said.textContent = words;
      for (const [number, element] of buttons) element.setAttribute("aria-current", String(number === move));
      viewer.dispatchEvent(new CustomEvent("go-move", { bubbles: true, detail: { move, line: state.line } }));
      return board;
    }

    function go(target) {
      const move = Math.max(0, Math.min(steps.length, target || 0)), board = clear(move);
      if (countChoice) countChoice.value = "";
      drawStones(picture, game, (point) => board[point] & 3);
      const current = notes.filter((note) => note[0] === move && (note[4] || 0) === state.line);
      const marked = current.filter((note) => note[2] >= 0), point = move ? steps[move - 1].point : -1;
      if (state.numbered) drawNumbers(layer, game, board);
      if (point >= 0 && !marked.some((note) => note[2] === point)) {
        const [cx, cy] = xy(point, game);
        svg("circle", { cx, cy, r: 9.5, fill: "none", stroke: "#d8271c", "stroke-width": 2, class: "go-last" }, layer);
      }
      for (const [, , at, kind] of marked) drawMark(layer, game, at, kind, board[at] & 3);
      for (const note of current) if (note[1]) html("div", {}, told, note[1]);
    }

    function showCount(at) {
      if (state.line) setLine(0);
      const { rulesets, result, certainty, board, ledger } = counts[at];
      clear(steps.length);
      countChoice.value = at;
      const line = html("p", {}, panel);
      html("strong", {}, line, `${rulesets}: ${result}`);
      html("span", { class: "go-certainty" }, line, ` · ${certainty}`);
      if (ledger) ledgerTable(ledger, panel);
      if (board === undefined) return go(state.move);
      drawCount(picture, layer, game, game.boards[board]);
      const signs = game.boards[board][1], names = Object.keys(LEGEND).filter((some) => [...some].some((sign) => signs.includes(sign)));
      html("small", {}, panel, names.map((some) => LEGEND[some]).join(", "));
    }

    viewer.goKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      const moves = { ArrowLeft: state.move - 1, ArrowRight: state.move + 1, Home: 0, End: steps.length,
        PageUp: state.move - 10, PageDown: state.move + 10 };
      if (!(event.key in moves)) return false;
      go(moves[event.key]);
      return true;
    };
    viewer.textContent = "";
    viewer.append(main, side);
    viewer.setAttribute("tabindex", "0");
    viewer.setAttribute("data-ready", "");
    if (options.page) viewer.setAttribute("data-page", "");
    const line = Number(options.line) || 0;
    setLine(line < lines.length ? line : 0, options.move === undefined ? Infinity : Number(options.move));
    if (options.count !== undefined && options.count in counts) showCount(Number(options.count));
    return { go, setLine, showCount };
  }

  // The address of a page of one game is the move, and the line after a full stop: #34, #12.2
  function followAddress(viewer, control) {
    const read = () => /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
    const follow = () => { if (read()) control.setLine(Number(read()[2] || 0), Number(read()[1])); };
    follow();
    window.addEventListener("hashchange", follow);
    viewer.addEventListener("go-move", ({ detail: { move, line } }) => {
      try { history.replaceState(null, "", `#${move}${line ? `.${line}` : ""}`); } catch { /* not allowed in some frames */ }
    });
  }

  function setUp(viewer) {
    const data = viewer.querySelector(".go-data");
    if (!data) return;
    const image = viewer.querySelector(".go-board img"), picture = image ? drawing(image) : viewer.querySelector(".go-board svg");
    const page = "goPage" in document.body.dataset && !document.querySelector(".go-viewer[data-page]");
    const { move, line } = viewer.dataset, control = build(viewer, JSON.parse(data.textContent), picture, { move, line, page });
    viewer.append(data);
    if (page) followAddress(viewer, control);
  }

  // One listener for the page, before those of a notebook, which has its own use for arrow keys. Keys belong to the
  // viewer with the focus, else to that of a page of its own.
  if (!window.goanalyzeKeys) {
    window.goanalyzeKeys = true;
    window.addEventListener("keydown", (event) => {
      const target = event.target, inside = target.closest && target.closest(".go-viewer[data-ready]");
      const isField = /^(SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable || (target.tagName === "INPUT" && !inside);
      const viewer = inside || [...document.querySelectorAll(".go-viewer[data-page]")].find((one) => one.getClientRects().length);
      if (isField || !viewer || !viewer.goKey || !viewer.goKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }
  window.goanalyzeViewers = (root = document) => {
    root.querySelectorAll(".go-viewer:not([data-ready])").forEach(setUp);
  };
  window.goanalyzeView = (element, game, options = {}) => {
    element.classList.add("go-viewer");
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `Go game, ${game.title}`);
    return build(element, game, emptyBoard(game), options);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => window.goanalyzeViewers());
  else window.goanalyzeViewers();
})();

// Steps through games on pages. Python has worked out what each move does; here differences are applied and drawn.
// Text of a record is only ever set as textContent. Python puts in what stands between double underscores.
(function () {
  "use strict";
  const SIGNS = __SIGNS__, DOT = __DOT__;
  const SPACE = "http://www.w3.org/2000/svg", CELL = 24, EVERY = 64;
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const STATIC = ".go-last,.go-marks,.go-offence,.go-repeated,.go-cycle,.go-labels,.go-patches";
  const ICONS = {
    first: ["first position", "M5 4v16M19 4L8 12l11 8z"],
    back: ["one move back", "M17 4L6 12l11 8z"],
    forward: ["one move forward", "M7 4l11 8-11 8z"],
    last: ["last position", "M5 4l11 8-11 8zM19 4v16"],
  };

  function svg(name, attributes, parent) {
    const made = document.createElementNS(SPACE, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(made);
    return made;
  }

  function html(name, attributes, parent) {
    const made = document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(made);
    return made;
  }

  function pointName(point, game) {
    if (point === -1) return "pass";
    if (point < 0) return "off board";
    const column = point % game.w, round = Math.floor(column / LETTERS.length);
    return (round ? LETTERS[round - 1] : "") + LETTERS[column % LETTERS.length] + (game.h - Math.floor(point / game.w));
  }

  // A board is one number for each point: colour in the last two bits, above them the number of the move.
  function boards(game) {
    const kept = [Int32Array.from(game.start, Number)];
    const step = (board, number) => {
      const [color, point, taken, setup] = game.steps[number - 1];
      if (point >= 0) board[point] = color | (number << 2);
      for (const gone of taken || []) board[gone] = 0;
      for (const [place, set] of setup || []) board[place] = set;
    };
    return (number) => {
      let from = Math.min(Math.floor(number / EVERY), kept.length - 1);
      const board = kept[from].slice();
      for (let at = from * EVERY + 1; at <= number; at++) {
        step(board, at);
        if (at % EVERY === 0 && kept.length === at / EVERY) kept.push(board.slice());
      }
      return board;
    };
  }

  function said(game, number) {
    const total = game.steps.length;
    if (!number) return total ? `start, of ${total} ${total === 1 ? "move" : "moves"}` : "no moves";
    const [color, point, taken = []] = game.steps[number - 1];
    const what = taken.includes(point) ? "loses" : "takes", stones = taken.length ? `, ${what} ${taken.length}` : "";
    return `move ${number} of ${total}: ${" BW"[color]} ${pointName(point, game)}${stones}`;
  }

  function dots(board, game, color) {
    let path = "";
    for (let point = 0; point < board.length; point++) {
      if ((board[point] & 3) === color) path += `M${point % game.w} ${Math.floor(point / game.w)}${DOT}`;
    }
    return path;
  }

  function place(point, game) {
    return [CELL * (point % game.w), CELL * Math.floor(point / game.w)];
  }

  function drawMark(layer, board, game, point, kind) {
    const [x, y] = place(point, game), [outer, fill, inner] = SIGNS[kind] || SIGNS.circle;
    const ink = (board[point] & 3) === 1 ? "#fff" : "#000";
    const own = fill ? { fill, stroke: "#fff", "stroke-width": 1.5 } :
      { fill: kind === "dot" ? ink : "none", stroke: ink, "stroke-width": 2 };
    svg("path", { ...own, d: `M${x} ${y}${outer}` }, layer);
    if (inner) svg("path", { ...own, d: `M${x} ${y}${inner}`, "stroke-width": 2.5 }, layer);
  }

  function drawNumbers(layer, board, game) {
    for (let point = 0; point < board.length; point++) {
      const number = board[point] >> 2;
      if (!number) continue;
      const [x, y] = place(point, game), length = String(number).length;
      svg("text", { x, y: y + 4, "font-size": Math.min(12, 27 / length).toPrecision(3),
        fill: (board[point] & 3) === 1 ? "#fff" : "#000" }, layer).textContent = number;
    }
  }

  function button(name, parent, action) {
    const made = html("button", { type: "button", "aria-label": ICONS[name][0], title: ICONS[name][0] }, parent);
    const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", "stroke-width": 2,
      "stroke-linejoin": "round" }, made);
    svg("path", { d: ICONS[name][1] }, icon);
    made.addEventListener("click", action);
    return made;
  }

  function controls(viewer, board, total, go) {
    const bar = html("div", { class: "go-controls" });
    board.after(bar);
    const first = button("first", bar, () => go(0)), back = button("back", bar, () => go(viewer.goMove - 1));
    const slider = html("input", { type: "range", min: 0, max: total, step: 1, "aria-label": "move" }, bar);
    slider.addEventListener("input", () => go(Number(slider.value)));
    const forward = button("forward", bar, () => go(viewer.goMove + 1)), last = button("last", bar, () => go(total));
    const numbers = html("button", { type: "button", "aria-pressed": "false", "aria-label": "move numbers",
      title: "move numbers" }, bar);
    numbers.textContent = "123";
    numbers.addEventListener("click", () => {
      numbers.setAttribute("aria-pressed", String(numbers.getAttribute("aria-pressed") !== "true"));
      go(viewer.goMove);
    });
    return (move, words) => {
      slider.value = move;
      slider.setAttribute("aria-valuetext", words);
      first.disabled = back.disabled = move === 0;
      forward.disabled = last.disabled = move === total;
      return numbers.getAttribute("aria-pressed") === "true";
    };
  }

  function noteButtons(viewer, notes, go) {
    const list = viewer.querySelector(".go-notes");
    if (!list) return [];
    list.textContent = "";
    return notes.filter((note) => note[1]).map(([move, text]) => {
      const made = html("button", { type: "button" }, html("li", {}, list));
      made.textContent = `move ${move}: ${text.split(": ")[0]}`;
      made.title = text;
      made.addEventListener("click", () => go(move));
      return [move, made];
    });
  }

  // A notebook shows the board as an image, which stays where it is not trusted and nothing but text and images does.
  function drawing(box) {
    const image = box.querySelector("img");
    if (!image) return box.querySelector("svg");
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (letter) => letter.charCodeAt(0));
    const parsed = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml");
    const picture = document.importNode(parsed.documentElement, true);
    image.replaceWith(picture);
    return picture;
  }

  function setUp(viewer) {
    const data = viewer.querySelector(".go-data");
    if (!data) return;
    const game = JSON.parse(data.textContent);
    const boardBox = viewer.querySelector(".go-board"), picture = drawing(boardBox);
    const line = viewer.querySelector(".go-said"), told = viewer.querySelector(".go-told");
    const total = game.steps.length, notes = game.notes || [], boardAt = boards(game);
    picture.querySelectorAll(STATIC).forEach((old) => old.remove());
    const layer = svg("g", { class: "go-live" }, picture);
    const show = controls(viewer, boardBox, total, go), jumps = noteButtons(viewer, notes, go);
    line.setAttribute("aria-live", "polite");
    told.setAttribute("aria-live", "polite");

    function go(wanted) {
      const move = Math.max(0, Math.min(total, wanted)), board = boardAt(move);
      viewer.goMove = move;
      const words = said(game, move), withNumbers = show(move, words), white = dots(board, game, 2);
      picture.querySelector(".go-black").setAttribute("d", dots(board, game, 1));
      picture.querySelector(".go-outline").setAttribute("d", white);
      picture.querySelector(".go-white").setAttribute("d", white);
      layer.textContent = "";
      const here = notes.filter((note) => note[0] === move), marked = here.filter((note) => note[2] !== null);
      if (withNumbers) drawNumbers(layer, board, game);
      const point = move ? game.steps[move - 1][1] : -1;
      if (point >= 0 && !marked.some((note) => note[2] === point)) {
        const [cx, cy] = place(point, game);
        svg("circle", { cx, cy, r: 9.5, fill: "none", stroke: "#d8271c", "stroke-width": 2, class: "go-last" }, layer);
      }
      for (const [, , at, kind] of marked) drawMark(layer, board, game, at, kind);
      if (line.textContent !== words) line.textContent = words;
      told.textContent = "";
      for (const note of here) if (note[1]) html("div", {}, told).textContent = note[1];
      for (const [at, jump] of jumps) jump.setAttribute("aria-current", String(at === move));
    }

    viewer.goKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      const moves = { ArrowLeft: viewer.goMove - 1, ArrowRight: viewer.goMove + 1, Home: 0, End: total,
        PageUp: viewer.goMove - 10, PageDown: viewer.goMove + 10 };
      if (!(event.key in moves)) return false;
      go(moves[event.key]);
      return true;
    };
    viewer.setAttribute("tabindex", "0");
    viewer.setAttribute("data-ready", "");
    go(Number(viewer.getAttribute("data-move")));
  }

  // One listener for the page, before those of a notebook, which has its own use for arrow keys.
  if (!window.goanalyzeKeys) {
    window.goanalyzeKeys = true;
    window.addEventListener("keydown", (event) => {
      const viewer = event.target.closest && event.target.closest(".go-viewer[data-ready]");
      if (!viewer || !viewer.goKey || !viewer.goKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }
  window.goanalyzeViewers = (root = document) => {
    root.querySelectorAll(".go-viewer:not([data-ready])").forEach(setUp);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => window.goanalyzeViewers());
  else window.goanalyzeViewers();
})();

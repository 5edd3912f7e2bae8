// The table: the board, what is asked, the cards, the players and the log, kept up to date over a socket.

import { Board } from "./board.js";
import { h, s, seatTitle, sentence, show, status, toast } from "./dom.js";
import { cardFace, thing, THING_NAMES, way, WAYS } from "./signs.js";

const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

// The table of one who has a seat, or, without `mine`, of one who watches bots.
export function table(room, mine) {
  const view = new Table(room, mine);
  view.connect();
  const keys = (event) => view.key(event);
  addEventListener("keydown", keys);
  return () => { removeEventListener("keydown", keys); view.close(); };
}

class Table {
  constructor(room, mine) {
    Object.assign(this, { room, mine, heard: 0, wait: 500, sent: null });
    this.board = new Board((choice) => this.choose(choice));
    this.prompt = h("h1", { class: "prompt", "aria-live": "polite" }, mine ? "Taking your seat…" : "Taking a look…");
    this.buttons = h("div", { class: "choices", role: "group", "aria-label": "Your choices" });
    this.hand = h("div", { class: "hand" });
    this.people = h("ul", { class: "people" });
    // The log follows the game unless somebody reads further up.
    this.following = true;
    const atEnd = () => { this.following = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40; };
    this.log = h("ol", { class: "log", tabindex: "0", "aria-label": "What happened", onscroll: atEnd });
    this.words = h("pre", { class: "words" });
    this.stage = h("div", { class: "stage" });
    this.signs = h("p", { class: "legend" });
    this.invite = h("div", { class: "invite" });
    this.whole = h("div", { class: "table" }, this.stage,
      h("div", { class: "side" }, h("section", { class: "turn" }, this.prompt, this.hand, this.buttons), this.invite, h("section", { class: "players" }, this.people)),
      h("section", { class: "story" }, h("h2", null, "What happened"), this.log));
    show(this.whole);
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/rooms/${this.room}/live`);
    this.sent = null;
    const first = this.mine ? { type: "hello", token: this.mine.token } : { type: "watch" };
    this.socket.onopen = () => this.socket.send(JSON.stringify({ ...first, heard: this.heard }));
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  // The server keeps the seat; the page only has to come back.
  lost() {
    if (this.closed) return;
    document.body.classList.add("offline");
    setTimeout(() => this.closed || this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 8000);
  }

  close() {
    this.closed = true;
    document.body.classList.remove("offline");
    this.socket.close();
  }

  take(told) {
    if (told.type === "error") {
      this.sent = null;
      if (this.look) this.draw();
      toast(sentence(told.error));
      return;
    }
    document.body.classList.remove("offline");
    this.wait = 500;
    // Somebody may come or go between a choice and its arrival; the question is then the old one.
    const same = this.look?.key === told.look.key && told.look.choices.length > 0;
    if (!same) this.sent = null;
    this.look = told.look;
    this.poster = told.room;
    this.heard += told.heard.length;
    this.draw();
    this.tell(told.heard);
  }

  choose(choice) {
    if (this.sent || this.socket.readyState !== WebSocket.OPEN) return;
    this.sent = choice;
    this.socket.send(JSON.stringify({ type: "act", key: this.look.key, action: choice.action }));
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const byLetter = (event.key.length === 1 && this.look) ? this.open()[KEYS.indexOf(event.key.toLowerCase())] : null;
    const choice = byLetter ?? this.byArrow(event.key);
    if (choice) {
      event.preventDefault();
      this.choose(choice);
    }
  }

  // On a board of cells, an arrow chooses the cell on that side of the figure that moves.
  byArrow(key) {
    const scene = this.look?.scene;
    const mover = scene?.grid && scene.figures.find((figure) => figure.own && figure.acting);
    const step = mover && { ArrowUp: -scene.grid.columns.length, ArrowDown: scene.grid.columns.length, ArrowLeft: -1, ArrowRight: 1 }[key];
    return step ? this.open().find((choice) => choice.target.place === mover.place + step) : null;
  }

  open() {
    return this.sent ? [] : this.look.choices;
  }

  draw() {
    const { look, poster } = this;
    const { scene } = look;
    document.title = look.choices.length && !this.sent ? "● Your turn · Fogbound" : "Fogbound";
    status(scene ? tracks(scene) : h("span", { class: "what" }, `${sentence(poster.game)}, ${this.mine ? `as ${seatTitle(poster.seats[look.seat].name)}` : "bots play"}`));
    this.prompt.textContent = this.sent ? `${this.sent.text}. Waiting for the others…` : sentence(look.prompt);
    this.prompt.classList.toggle("mine", this.open().length > 0);
    if (scene) {
      this.whole.classList.toggle("cells", Boolean(scene.grid));
      this.board.draw(scene, this.open());
      this.signs.replaceChildren(...legend(scene));
      if (!this.board.svg.isConnected) this.stage.replaceChildren(this.board.svg, this.signs);
      this.board.centre(this.stage);
      this.people.replaceChildren(...people(scene, this.board, poster));
    } else {
      this.whole.classList.add("told");
      this.words.textContent = look.text;
      if (!this.words.isConnected) this.stage.replaceChildren(this.words);
      this.people.replaceChildren(...poster.seats.map((seat, i) => sitter(seat, this.mine && i === look.seat)));
    }
    this.drawChoices(scene);
    this.drawInvite(poster);
    if (look.ending) this.drawEnding(look.ending, poster);
  }

  drawChoices(scene) {
    const focus = this.buttons.contains(document.activeElement);
    const open = this.open();
    const isCard = (choice) => choice.target.card && scene?.hand.length;
    const key = (choice) => h("kbd", null, KEYS[open.indexOf(choice)]?.toUpperCase() ?? "");
    const cards = open.filter(isCard);
    this.hand.replaceChildren(...cards.map((choice) => h("button", { class: "cardbutton", "data-action": choice.action, onclick: () => this.choose(choice) },
      cardFace(choice.target.card, false, choice.text), key(choice))));
    if (!cards.length && scene && !this.look.ending) {
      this.hand.append(...scene.hand.map((card) => h("span", { class: "incard" }, cardFace(card.kind, false, card.name))));
    }
    this.buttons.replaceChildren(...open.filter((choice) => !isCard(choice)).map((choice) => h("button", { class: "choice", "data-action": choice.action, onclick: () => this.choose(choice) },
      key(choice), sentence(choice.text))));
    if (focus) (this.buttons.firstElementChild ?? this.hand.querySelector("button"))?.focus();
  }

  drawInvite(poster) {
    const free = poster.seats.filter((seat) => seat.person && !seat.taken);
    if (!free.length) return this.invite.replaceChildren();
    if (this.invite.childElementCount) return undefined;
    const link = h("input", { readonly: true, value: location.href, "aria-label": "Link to this table", onfocus: (event) => event.target.select() });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        toast("The link is copied.");
      } catch {
        link.select();
      }
    };
    return this.invite.replaceChildren(h("section", { class: "card" }, h("h2", null, "Invite your friends"),
      h("p", null, `Free: ${free.map((seat) => seatTitle(seat.name)).join(", ")}. Whoever opens this link can sit down.`),
      h("div", { class: "row" }, link, h("button", { class: "button", onclick: copy }, "Copy"))));
  }

  drawEnding(ending, poster) {
    const words = { won: "You have won.", lost: "You have lost.", drawn: "A draw." };
    const paid = poster.seats.map((seat, i) => `${seatTitle(seat.name)} ${ending.returns[i] > 0 ? "+" : ""}${ending.returns[i]}`);
    this.prompt.textContent = this.mine ? words[ending.verdict] : "The game is over.";
    this.hand.replaceChildren();
    this.buttons.replaceChildren(h("p", { class: "paid" }, paid.join(" · ")),
      h("a", { class: "button", href: `#/replay/${this.room}` }, "Watch the replay"), h("a", { class: "button quiet", href: "#/" }, "Another game"));
  }

  tell(news) {
    if (!news.length) return;
    this.log.querySelectorAll(".new").forEach((line) => line.classList.remove("new"));
    this.log.append(...news.map((text) => h("li", { class: /^round \d+ begins/.test(text) ? "round new" : /only you see/.test(text) ? "secret new" : "new" }, sentence(text))));
    if (this.following) this.log.scrollTop = this.log.scrollHeight;
  }
}

export function tracks(scene) {
  return h("div", { class: "tracks" }, h("strong", null, scene.title), scene.tracks.map((track) => {
    const pips = track.of && track.of <= 10
      ? h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: track.of }, (_, i) => h("i", { class: i < track.value ? "on" : "" }))) : null;
    return h("span", { class: `track ${track.name}` }, `${track.name} ${track.value}${track.of && track.of <= 10 ? `/${track.of}` : ""}`, pips);
  }));
}

// What the signs on the board mean: kinds of ways between rooms, or what lies in cells.
export function legend(scene) {
  const kinds = [...new Set(scene.links.map((link) => link.kind))].filter((kind) => WAYS[kind]);
  const ways = kinds.map((kind) => h("span", null,
    s("svg", { viewBox: "-26 -9 52 18", width: 52, height: 18, "aria-hidden": "true" },
      s("line", { x1: -25, x2: 25, y1: 0, y2: 0, stroke: way(kind).colour, "stroke-width": 4, "stroke-dasharray": way(kind).dash }),
      s("circle", { r: 8.5, class: "bead" }), s("path", { d: way(kind).shape, fill: way(kind).colour, transform: "scale(.8)" })), way(kind).name));
  if (!scene.grid) return ways;
  const lies = new Set(scene.places.flatMap((place) => place.things.map((item) => item.kind)));
  const things = Object.keys(THING_NAMES).filter((kind) => lies.has(kind)).map((kind) => h("span", null,
    s("svg", { viewBox: "-12 -12 24 24", width: 20, height: 20, "aria-hidden": "true" }, thing(kind, false)), THING_NAMES[kind]));
  const sides = [...new Set(scene.figures.filter((figure) => figure.hidden).map((figure) => Math.min(figure.side, 1)))];
  return [...things, ...sides.map((side) => h("span", null, s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, class: "sample", "aria-hidden": "true" },
    s("g", { class: `shade side${side}` }, s("rect", { width: 20, height: 20, class: "tint" }), s("rect", { width: 20, height: 20, fill: `url(#shade${side})` }))), "may be here"))];
}

// The figures as a list. Where it is known what others can tell of one, the board shows that on demand.
export function people(scene, board, poster) {
  const asks = scene.figures.map((figure, i) => figure.possible.length > 1 && h("button", {
    class: "ask", type: "button", "aria-pressed": String(board.only === i), title: figure.own ? "Shows where the others must think that you can be" : "Shows where this figure can be",
    onclick: (event) => {
      board.ask(i);
      event.target.closest(".people").querySelectorAll(".ask").forEach((other) => other.setAttribute("aria-pressed", String(other === event.target && board.only === i)));
    },
  }, figure.hidden ? "Where?" : "What they know"));
  return scene.figures.map((figure, i) => person(figure, poster, asks[i]));
}

function person(figure, poster, ask) {
  const seat = poster?.seats[figure.seat];
  const who = seat ? (figure.own ? "you" : seat.person ? (seat.present ? "a player" : seat.taken ? "away" : "free seat") : `bot, ${seat.sitter.split(":")[0]}`) : "";
  return h("li", { class: `person side${figure.side}${figure.own ? " own" : ""}${figure.acting ? " acting" : ""}` },
    h("span", { class: "badge", "aria-hidden": "true" }, figure.badge),
    h("div", { class: "about" }, h("strong", null, figure.name), who && h("small", null, who),
      h("p", null, figure.facts.map(([name, value]) => h("span", { class: `fact ${name}` }, name === "blood" ? `${value} blood` : value)),
        figure.marks.map((mark) => h("span", { class: `mark ${mark.replaceAll(" ", "-")}` }, mark))),
      h("p", { class: "skills" }, figure.skills.join(" · "))),
    ask, h("div", { class: "laid" }, figure.cards.map((card) => cardFace(card.kind, card.face_down, card.face_down ? `face down: ${card.name}` : card.name))));
}

function sitter(seat, own) {
  return h("li", { class: `person${own ? " own" : ""}` }, h("span", { class: "badge", "aria-hidden": "true" }, seatTitle(seat.name).slice(-1)),
    h("div", { class: "about" }, h("strong", null, seatTitle(seat.name)), h("small", null, own ? "you" : seat.person ? (seat.present ? "a player" : "away") : `bot, ${seat.sitter}`)));
}

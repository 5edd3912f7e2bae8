// A game that is over, decision by decision, with all cards open and the thoughts of the bots.

import { Board } from "./board.js";
import { ask, h, s, seatTitle, sentence, show, status } from "./dom.js";
import { legend, people, tracks } from "./table.js";

export async function replay(room) {
  const film = await ask(`/api/rooms/${room}/replay`);
  const view = new Replay(room, film);
  await view.go(0);
  const keys = (event) => view.key(event);
  addEventListener("keydown", keys);
  return () => { removeEventListener("keydown", keys); view.stop(); };
}

class Replay {
  constructor(room, film) {
    Object.assign(this, { room, film, at: 0, seen: new Map(), last: film.frames.length - 1 });
    this.board = new Board(() => {});
    this.stage = h("div", { class: "stage" });
    this.signs = h("p", { class: "legend" });
    this.people = h("ul", { class: "people" });
    this.notes = h("div", { class: "notes" });
    this.count = h("output", null);
    this.slider = h("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": "Decision", oninput: () => this.go(Number(this.slider.value)) });
    const button = (text, label, to) => h("button", { class: "plain", type: "button", "aria-label": label, onclick: () => this.go(to()) }, text);
    this.runner = h("button", { class: "plain", type: "button", "aria-label": "Play", onclick: () => this.run() }, "▶");
    this.whole = h("div", { class: "table replay" },
      this.stage, h("div", { class: "film" }, h("div", { class: "reel" }, button("|◀", "First", () => 0), button("◀", "Back", () => this.at - 1), this.runner, button("▶|", "On", () => this.at + 1), this.slider, this.count), this.curve()),
      h("div", { class: "side" }, h("section", { class: "turn" }, this.notes), h("section", { class: "players" }, this.people),
        h("p", { class: "row" }, h("a", { class: "button quiet", href: `/api/rooms/${room}/record`, download: "game.jsonl" }, "Save the record"), h("a", { class: "button quiet", href: "#/" }, "Another game"))));
    show(this.whole);
  }

  async frame(number) {
    if (!this.seen.has(number)) this.seen.set(number, ask(`/api/rooms/${this.room}/replay/${number}`));
    return this.seen.get(number);
  }

  async go(to) {
    this.at = Math.max(0, Math.min(this.last, to));
    this.slider.value = this.at;
    this.count.textContent = `${this.at} / ${this.last}`;
    const wanted = this.at;
    const frame = await this.frame(wanted);
    if (wanted !== this.at) return;
    this.draw(frame);
    this.marker?.setAttribute("x1", this.x(wanted));
    this.marker?.setAttribute("x2", this.x(wanted));
    if (wanted < this.last) this.frame(wanted + 1);
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step && event.target !== this.slider) this.go(this.at + step);
    else if (event.key === " " && event.target.tagName !== "BUTTON") this.run();
    else return;
    event.preventDefault();
  }

  run() {
    if (this.running) return this.stop();
    this.runner.textContent = "❚❚";
    this.running = setInterval(() => this.at >= this.last ? this.stop() : this.go(this.at + 1), 900);
    return undefined;
  }

  stop() {
    clearInterval(this.running);
    this.running = null;
    this.runner.textContent = "▶";
  }

  // A seat goes by the name of its figure, if it has one of its own.
  name(seat, figures = []) {
    const own = figures.filter((figure) => figure.seat === seat);
    return own.length === 1 ? own[0].name : seatTitle(this.film.info.seats[seat]);
  }

  draw(frame) {
    if (frame.scene) {
      status(tracks(frame.scene));
      this.whole.classList.toggle("cells", Boolean(frame.scene.grid));
      this.board.draw(frame.scene);
      this.signs.replaceChildren(...legend(frame.scene));
      if (!this.board.svg.isConnected) this.stage.replaceChildren(this.board.svg, this.signs);
      this.people.replaceChildren(...people(frame.scene, this.board, null));
    } else {
      status(h("span", { class: "what" }, `${sentence(this.film.info.name)}, everything open`));
      this.stage.replaceChildren(h("div", { class: "eyes" }, frame.views.map((view, i) => h("section", null, h("h2", null, this.name(i)), h("pre", { class: "words" }, view)))));
    }
    const told = frame.events.map(([to, text]) => h("li", { class: to.length ? "secret" : "" }, sentence(text), to.length ? h("small", null, `told to ${to.map((seat) => this.name(seat, frame.scene?.figures)).join(", ")}`) : null));
    const over = this.at === this.last && this.film.returns;
    this.notes.replaceChildren(...[
      h("h1", { class: "prompt" }, over ? "The end" : `Decision ${this.at + 1}`),
      over && h("p", { class: "paid" }, this.film.returns.map((paid, i) => `${this.name(i)} ${paid > 0 ? "+" : ""}${paid}`).join(" · ")),
      told.length > 0 && h("ol", { class: "log" }, told),
      ...frame.choices.map(([seat, text]) => this.decision(this.name(seat, frame.scene?.figures), text, frame.thoughts.find((thought) => thought.seat === seat))),
    ].filter(Boolean));
  }

  decision(name, text, thought) {
    const head = h("p", { class: "chosen" }, h("strong", null, name), " chose ", h("em", null, text));
    if (!thought?.considered.length) return h("div", { class: "decision" }, head);
    // Only a bot that searches tells what a choice is worth and how often it tried it.
    const searched = thought.simulations > 0;
    const rows = thought.considered.map((idea) => h("tr", { class: idea.text === text ? "taken" : "" }, h("th", { scope: "row" }, idea.text),
      h("td", { class: "bar" }, h("meter", { min: 0, max: 1, value: idea.probability.toFixed(3) }), `${Math.round(idea.probability * 100)} %`),
      searched && [h("td", null, idea.value === null ? "–" : idea.value.toFixed(2)), h("td", null, idea.visits)]));
    const value = thought.value === null ? "" : `, expecting ${thought.value.toFixed(2)}`;
    const caption = searched ? `What it considered in ${thought.simulations} games in its head${value}` : "How often it would choose what, seeing what it saw";
    return h("div", { class: "decision" }, head, h("table", { class: "thoughts" }, h("caption", null, caption),
      h("thead", null, h("tr", null, ["Choice", "Would play", ...(searched ? ["Worth", "Tries"] : [])].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, rows)));
  }

  x(frame) {
    return (frame / Math.max(1, this.last)) * 600;
  }

  // What the bots expected as the game went on: a line for each side that told.
  curve() {
    const [low, high] = this.film.info.returns;
    const y = (value) => 60 - ((value - low) / (high - low)) * 60;
    const team = (seat) => this.film.info.teams.findIndex((team) => team.includes(seat));
    const lines = this.film.info.teams.map((_, side) => this.film.frames.flatMap((frame, i) => {
      const values = frame.thoughts.filter((thought) => team(thought.seat) === side && thought.value !== null).map((thought) => thought.value);
      return values.length ? [`${this.x(i).toFixed(1)},${y(values.reduce((a, b) => a + b) / values.length).toFixed(1)}`] : [];
    }));
    if (lines.every((line) => line.length < 2)) return null;
    this.marker = s("line", { y1: 0, y2: 60, class: "now" });
    return h("figure", { class: "curve" }, s("svg", { viewBox: "0 -4 600 68", preserveAspectRatio: "none", role: "img", "aria-label": "What the bots expected" },
      s("line", { x1: 0, x2: 600, y1: y(0), y2: y(0), class: "zero" }), lines.map((line, side) => s("polyline", { points: line.join(" "), class: `value side${side}` })), this.marker),
    h("figcaption", null, "What the bots expected for their own side: ", this.film.info.teams.map((seats, side) => lines[side].length > 1 ? h("span", { class: `key side${side}` }, seats.map((seat) => this.name(seat)).join(", ")) : null)));
  }
}

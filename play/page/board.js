// The board as SVG, from the places, ways or cells, and figures that the engine sends.

import { s } from "./dom.js";
import { extent, figureSpot, ground, thingSpot } from "./grid.js";
import { BLOCKS, thing, way } from "./signs.js";

const WIDE = 152;
const HIGH = 98;
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

// Where the line from one box to another leaves the first one.
function edge(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const part = Math.min(WIDE / 2 / Math.max(Math.abs(dx), 0.01), HIGH / 2 / Math.max(Math.abs(dy), 0.01));
  return [from[0] + dx * part, from[1] + dy * part];
}

function drawLink(link, places) {
  const [a, b] = [places[link.from].at, places[link.to].at];
  const [[x1, y1], [x2, y2]] = [edge(a, b), edge(b, a)];
  const look = way(link.kind);
  const spot = (part) => `translate(${x1 + (x2 - x1) * part} ${y1 + (y2 - y1) * part})`;
  const turn = link.one_way ? ` rotate(${(Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI})` : "";
  const names = `${places[link.from].name} ${link.one_way ? "to" : "and"} ${places[link.to].name}`;
  const group = s("g", { class: "link" },
    s("title", null, `${look.name}: ${names}${link.blocked ? `, ${link.blocked}` : ""}`),
    s("line", { x1, y1, x2, y2, stroke: look.colour, "stroke-dasharray": look.dash }),
    s("g", { transform: spot(link.blocked ? 0.3 : 0.5) + turn },
      s("circle", { r: 10.5, class: "bead" }), s("path", { d: look.shape, fill: look.colour })));
  if (link.blocked) {
    group.append(s("g", { transform: spot(0.66), class: `block ${link.blocked.replace(" ", "-")}` },
      s("rect", { x: -12, y: -12, width: 24, height: 24, rx: 5 }), s("path", { d: BLOCKS[link.blocked] ?? BLOCKS.wall })));
  }
  return group;
}

function drawThing(item, [x, y, size], choice) {
  const sign = thing(item.kind, item.hidden);
  const told = item.progress ? `${item.name}, ${item.progress[0]} of ${item.progress[1]}` : item.hidden ? `face down: ${item.name}` : item.name;
  const group = s("g", { transform: `translate(${x} ${y}) scale(${size})`, class: `holder${item.shut ? " shut" : ""}${choice ? " can" : ""}` },
    s("title", null, item.shut ? `${told}, out of use` : told), sign);
  if (item.progress) {
    const [done, all] = item.progress;
    for (let i = 0; i < all; i += 1) {
      group.append(s("circle", { cx: (i - (all - 1) / 2) * 7, cy: 15, r: 2.6, class: i < done ? "pip on" : "pip" }));
    }
  }
  return group;
}

function drawFigure(figure, choice) {
  const body = figure.side === 0
    ? s("path", { d: "M0-15L13-7.5V7.5L0 15-13 7.5V-7.5Z", class: "body" })
    : s("circle", { r: 12.5, class: "body" });
  const has = (mark) => figure.marks.includes(mark);
  const classes = ["figure", `side${figure.side}`, figure.own && "own", figure.acting && "acting", has("wounded") && "wounded",
    choice && "can"].filter(Boolean).join(" ");
  const group = s("g", { class: classes },
    s("title", null, [figure.name, figure.own && "yours", ...figure.marks].filter(Boolean).join(", ")),
    body, s("text", { y: 5, "text-anchor": "middle" }, figure.badge));
  if (has("wounded")) group.append(s("path", { d: "M8-14C12-9 12-6 9-5.5S4-9 8-14Z", class: "drop" }));
  if (has("on a hook")) group.append(s("path", { d: "M-1-22V-15A3 3 0 1 1-6-14", class: "hung" }));
  if (has("in a locker")) group.append(s("rect", { x: -15, y: -15, width: 30, height: 30, rx: 3, class: "boxed" }));
  if (has("mad")) group.append(s("path", { d: "M-13-9C-9-15-5-9-9-8S-15-4-10-3", class: "hung" }));
  return group;
}

function extentOfRooms(places) {
  const xs = places.map((place) => place.at[0]);
  const ys = places.map((place) => place.at[1]);
  const [left, top] = [Math.min(...xs) - WIDE / 2 - 8, Math.min(...ys) - HIGH / 2 - 8];
  return [left, top, Math.max(...xs) + WIDE / 2 + 8 - left, Math.max(...ys) + HIGH / 2 + 22 - top];
}

// Whether a choice points at a thing in a place.
function pointsAt(target, place, item) {
  const wanted = target.thing;
  return wanted && wanted.place === place && (wanted.kind === null || wanted.kind === item.kind)
    && (wanted.position === null || wanted.position === item.position);
}

export class Board {
  // `choose` is called with a choice that was clicked.
  constructor(choose) {
    this.choose = choose;
    this.stood = new Map();
    // The figure whose possible places are shown, whatever else is hidden.
    this.only = null;
    this.svg = s("svg", { class: "board", role: "group" });
  }

  draw(scene, choices = []) {
    this.scene = scene;
    this.choices = choices;
    const size = scene.grid ? extent(scene.grid) : extentOfRooms(scene.places);
    this.svg.setAttribute("viewBox", size.join(" "));
    // Names of rooms stay readable on a phone, where the board is moved under the finger; cells fit any screen.
    this.svg.style.setProperty("--least", scene.grid ? "0" : `${Math.round(size[2] * 0.74)}px`);
    this.svg.setAttribute("aria-label", `The board: ${scene.title}`);
    const below = scene.grid
      ? ground(scene, this.shaded(), (place, i, floor) => this.drawCell(place, i, floor))
      : [...scene.links.map((link) => drawLink(link, scene.places)), ...scene.places.map((place, i) => this.drawPlace(place, i))];
    this.svg.replaceChildren(...below, ...this.drawFigures(scene));
  }

  // Figures whose possible places are shaded: the hidden ones, or the one that somebody asks about.
  shaded() {
    const { figures } = this.scene;
    return this.only === null ? figures.filter((figure) => figure.hidden) : [figures[this.only]];
  }

  // Shows where one figure can be, or all hidden ones again.
  ask(number) {
    this.only = this.only === number ? null : number;
    this.draw(this.scene, this.choices);
  }

  // On a screen that is narrower than the board: shows the part where the viewer's figure stands.
  centre(frame) {
    const mine = this.svg.querySelector(".figure.acting.own, .figure.own")?.getBoundingClientRect();
    if (!mine || frame.scrollWidth <= frame.clientWidth) return;
    frame.scrollLeft += mine.left - frame.getBoundingClientRect().left - frame.clientWidth / 2;
  }

  one(matches) {
    const found = this.choices.filter(matches);
    return found.length === 1 ? found[0] : null;
  }

  clickable(element, choice) {
    if (!choice) return element;
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      this.choose(choice);
    });
    return element;
  }

  drawPlace(place, number) {
    const choice = this.one((choice) => choice.target.place === number);
    const [x, y] = place.at;
    const box = s("g", { class: `place${choice ? " can" : ""}`, "data-place": number },
      s("title", null, place.note ? `${place.name}, ${place.note}` : place.name),
      s("rect", { x: x - WIDE / 2, y: y - HIGH / 2, width: WIDE, height: HIGH, rx: 12 }),
      s("text", { x, y: y - HIGH / 2 + 20, "text-anchor": "middle", class: "name" }, place.name));
    if (place.note) box.append(s("path", { d: BLOCKS["bear trap"], transform: `translate(${x + WIDE / 2 - 15} ${y - HIGH / 2 + 15}) scale(.8)`, class: "warning" }));
    const step = Math.min(25, (WIDE - 16) / Math.max(place.things.length, 1));
    place.things.forEach((item, i) => {
      const at = x + (i - (place.things.length - 1) / 2) * step;
      const meant = this.one((choice) => pointsAt(choice.target, number, item));
      box.append(this.clickable(drawThing(item, [at, y - 4, 1], meant), meant));
    });
    return this.clickable(box, choice);
  }

  drawCell(place, number, floor) {
    const choice = this.one((choice) => choice.target.place === number);
    const [x, y] = place.at;
    const crowded = this.scene.figures.some((figure) => figure.place === number);
    const box = s("g", { class: `place${choice ? " can" : ""}`, "data-place": number },
      s("title", null, place.note ? `${place.name}, ${place.note}` : place.name), floor);
    place.things.forEach((item, i) => {
      const [dx, dy, size] = thingSpot(i, crowded);
      const meant = this.one((choice) => pointsAt(choice.target, number, item));
      box.append(this.clickable(drawThing(item, [x + dx, y + dy, size], meant), meant));
    });
    return this.clickable(box, choice);
  }

  drawFigures(scene) {
    const crowd = new Map();
    return scene.figures.flatMap((figure, i) => {
      if (figure.place === null) return [];
      const rank = crowd.get(figure.place) ?? 0;
      crowd.set(figure.place, rank + 1);
      const count = scene.figures.filter((other) => other.place === figure.place).length;
      const [x, y] = scene.places[figure.place].at;
      const [dx, dy, size] = scene.grid ? figureSpot(rank, count) : [(rank - (count - 1) / 2) * 29, HIGH / 2 - 8, 1];
      const spot = [x + dx, y + dy, size];
      const choice = this.one((choice) => choice.target.figure === i);
      // Who stands on a place that can be chosen is in nobody's way.
      const beneath = this.one((choice) => choice.target.place === figure.place);
      const drawn = this.clickable(drawFigure(figure, choice), choice ?? beneath);
      drawn.setAttribute("transform", `translate(${spot[0]} ${spot[1]}) scale(${size})`);
      this.walk(drawn, i, spot);
      return [drawn];
    });
  }

  // A figure that was elsewhere before walks to its new spot.
  walk(drawn, i, spot) {
    const before = this.stood.get(i);
    this.stood.set(i, spot);
    if (!before || quiet.matches || (before[0] === spot[0] && before[1] === spot[1])) return;
    const move = (at) => ({ transform: `translate(${at[0]}px, ${at[1]}px) scale(${at[2]})` });
    drawn.animate([move(before), move(spot)], { duration: 450, easing: "ease-in-out" });
  }
}

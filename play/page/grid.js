// A board of cells: walls, shades where hidden figures may be, and what lies in the cells.

import { s } from "./dom.js";

const SIDE = 60;
// Room for the names of columns and rows.
const RIM = 22;
const EDGE = 5;

// The part of the plane that the board takes: left, top, width, height.
export function extent({ columns, rows }) {
  return [-RIM, -RIM, RIM + columns.length * SIDE + EDGE, RIM + rows.length * SIDE + EDGE];
}

// Shades: stripes for the first side, dots for the others, so that they differ without colour.
function patterns() {
  const stripes = s("pattern", { id: "shade0", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { width: 3, height: 9, class: "ink0" }));
  const dots = s("pattern", { id: "shade1", width: 10, height: 10, patternUnits: "userSpaceOnUse" },
    s("circle", { cx: 2.5, cy: 2.5, r: 1.8, class: "ink1" }), s("circle", { cx: 7.5, cy: 7.5, r: 1.8, class: "ink1" }));
  return s("defs", null, stripes, dots);
}

// How dark a cell is: by how many of the figures may be there, and how likely.
function shade(scene, place, figures) {
  const here = figures.filter((figure) => figure.possible.includes(place));
  if (!here.length) return null;
  const weight = here.reduce((sum, figure) => sum + (figure.likely.includes(place) ? 1 : 0.45), 0) / figures.length;
  const [x, y] = scene.places[place].at;
  const box = { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE };
  const side = Math.min(here[0].side, 1);
  return s("g", { class: `shade side${side}`, opacity: (0.15 + 0.85 * weight).toFixed(2), "data-shade": place },
    s("rect", { ...box, class: "tint" }), s("rect", { ...box, fill: `url(#shade${side})` }));
}

// Walls as one path each: between cells that have one, and around the board.
function walls({ columns, rows, walls }) {
  const [right, bottom] = [columns.length * SIDE, rows.length * SIDE];
  const lines = walls.map(([a, b]) => {
    const [x, y] = [(b % columns.length) * SIDE, Math.floor(b / columns.length) * SIDE];
    return b === a + 1 ? `M${x} ${y}V${y + SIDE}` : `M${x} ${y}H${x + SIDE}`;
  });
  return s("path", { class: "walls", d: `M0 0H${right}V${bottom}H0Z${lines.join("")}` });
}

function names({ columns, rows }) {
  const middle = (number) => number * SIDE + SIDE / 2;
  return s("g", { class: "rim", "aria-hidden": "true" },
    columns.map((name, i) => s("text", { x: middle(i), y: -7, "text-anchor": "middle" }, name)),
    rows.map((name, i) => s("text", { x: -RIM / 2, y: middle(i) + 5, "text-anchor": "middle" }, name)));
}

// What lies under the figures; `cell` draws one place over its floor. `only` are the figures that are shaded.
export function ground(scene, only, cell) {
  const floor = ({ at: [x, y] }) => s("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, class: "cell" });
  const cells = scene.places.map((place, i) => cell(place, i, [floor(place), shade(scene, i, only)]));
  // The frame of a cell that can be chosen lies over those of its neighbours.
  cells.sort((a, b) => a.classList.contains("can") - b.classList.contains("can"));
  return [patterns(), ...cells, walls(scene.grid), names(scene.grid)];
}

// Where the things of a cell are drawn, and how large: the first one in the middle unless somebody stands there.
const CORNERS = [[-18, -18], [18, 18], [-18, 18], [18, -18]];
export function thingSpot(number, crowded) {
  if (number === 0 && !crowded) return [0, 0, 1.35];
  const [x, y] = CORNERS[number % 4];
  return [x, y, 0.72];
}

// Where the figures of a cell stand, and how large they are.
export function figureSpot(rank, count) {
  if (count === 1) return [2, 4, 1.25];
  if (count === 2) return [rank * 28 - 14, 8, 1];
  const [row, column] = [Math.floor(rank / 2), rank % 2];
  return count <= 4 ? [column * 27 - 13.5, row * 27 - 13.5, 0.95] : [(rank % 3) * 19 - 19, Math.floor(rank / 3) * 24 - 11, 0.72];
}

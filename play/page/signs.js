// The signs of the games: each kind of way, thing and mark has a shape of its own, so that colour is never needed.

import { s } from "./dom.js";

export const WAYS = {
  sneak: { name: "Sneak", colour: "#56b4e9", dash: "", shape: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z" },
  sprint: { name: "Sprint", colour: "#2fc79b", dash: "13 6", shape: "M0-6.5L6.5 5.5H-6.5Z" },
  crouch: { name: "Crouch", colour: "#ff7f50", dash: "2.5 6", shape: "M-5.5-5.5H5.5V5.5H-5.5Z" },
  vault: { name: "Vault", colour: "#f0e442", dash: "14 5 3 5", shape: "M-6-5L1-5 7 0 1 5-6 5-1 0Z" },
  wait: { name: "Wait", colour: "#aab4c2", dash: "", shape: "M-5-6H-1.5V6H-5ZM1.5-6H5V6H1.5Z" },
};
const OTHER = { name: "way", colour: "#aab4c2", dash: "", shape: "M-5 0L0-5 5 0 0 5Z" };
export const way = (kind) => WAYS[kind] ?? OTHER;

// Drawn in a square from -9 to 9.
const THINGS = {
  generator: "M2-9L-6 2H-1L-3 9 6-3H1Z",
  gate: "M-7 9V-4A7 6 0 0 1 7-4V9H3V-2H1.2V9H-1.2V-2H-3V9Z",
  hook: "M-1.5-9H1.5V1.5A3.2 3.2 0 1 1-5 2H-8A6.3 6.3 0 1 0 4.5 1.5V-9Z",
  totem: "M-6-8L-2-5H2L6-8V1C6 6 3 9 0 9S-6 6-6 1ZM-3.5-1A1.5 1.5 0 1 0-.5-1 1.5 1.5 0 1 0-3.5-1ZM.5-1A1.5 1.5 0 1 0 3.5-1 1.5 1.5 0 1 0 .5-1Z",
  chest: "M-8-2C-8-7-6-8-4-8H4C6-8 8-7 8-2H2V-3.5H-2V-2ZM-8 0H-2V2H2V0H8V8H-8Z",
  locker: "M-6-9H6V9H-6ZM-3.5-6V-4.6H3.5V-6ZM-3.5-3V-1.6H3.5V-3ZM2 1V4.5H3.6V1Z",
  crow: "M-9-3C-6-3-4-5-1-4C2-8 6-7 9-5L6-4C7 1 4 5-1 5L-5 8-4 4C-6 3-7 0-9-3Z",
  pallet: "M-8-8H8V-4.5H-8ZM-8-2H8V1.5H-8ZM-8 4H8V7.5H-8Z",
  vault: "M-9 9V-9H9V9H5V-5H-5V9ZM-5 0H5V4H-5Z",
  palette: "M-8-9H-4V9H-8ZM-2-9H2V9H-2ZM4-9H8V9H4Z",
  barrier: "M-9-6H9V-1.5H-9ZM-9 1.5H9V6H-9Z",
  wreck: "M-8-6L-6-8 0-2 6-8 8-6 2 0 8 6 6 8 0 2-6 8-8 6-2 0Z",
  bush: "M-8 7C-11 3-9-2-5-2C-5-9 5-9 5-2C9-2 11 3 8 7Z",
  tile: "M-7-7H7V7H-7ZM-4-4V4H4V-4Z",
  noise: "M-9-3H-5L0-8V8L-5 3H-9ZM3-6C7-3 7 3 3 6L2 4C4 2 4-2 2-4ZM6-9C11-5 11 5 6 9L5 7.5C9 4 9-4 5-7.5Z",
  objective: "M0-6L6 0 0 6-6 0Z",
  boldness: "M-5-5L0-1 5-5 6-3 2 1 6 5 4 6 0 3-4 6-6 5-2 1-6-3Z",
  survival: "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
  altruism: "M0 6C-8 0-6-6-3-6-1-6 0-4 0-3 0-4 1-6 3-6 6-6 8 0 0 6Z",
};
const ANYTHING = "M-5-5H5V5H-5Z";

export function thing(kind, hidden) {
  const shape = s("path", { d: THINGS[kind] ?? ANYTHING, "fill-rule": "evenodd" });
  if (!hidden) return s("g", { class: "thing up" }, s("rect", { x: -11, y: -11, width: 22, height: 22, rx: 5 }), shape);
  return s("g", { class: "thing down" }, s("rect", { x: -10, y: -10, width: 20, height: 20, rx: 4 }), shape);
}

// What the kinds of things are called in a legend.
export const THING_NAMES = { generator: "Generator", vault: "Vault", palette: "Palette", barrier: "Pushed over", wreck: "Destroyed", bush: "Bush", tile: "Event tile", noise: "Noise" };

// What lies on a way, drawn in a square from -9 to 9.
export const BLOCKS = {
  wall: "M-9-7H-1V-2H-9ZM1-7H9V-2H1ZM-9 0H-5V5H-9ZM-3 0H4V5H-3ZM6 0H9V5H6Z",
  pallet: THINGS.pallet,
  "bear trap": "M-9 3C-9-3-5-6 0-6S9-3 9 3L6 0 4 4 2 0 0 4-2 0-4 4-6 0ZM-9 5H9V7H-9Z",
  entity: "M-1-9H1L2-3 7-8 8-7 4-1 9 0V2L4 2 8 7 7 8 2 4 1 9H-1L-2 4-7 8-8 7-4 2-9 2V0L-4-1-8-7-7-8-2-3Z",
};

// A card as a small picture. Without a kind it is a back.
export function cardFace(kind, faceDown, label) {
  const known = kind && way(kind);
  const box = s("svg", { viewBox: "0 0 44 60", class: `face ${faceDown ? "back" : "front"}`, role: "img", "aria-label": label });
  box.append(s("rect", { x: 1.5, y: 1.5, width: 41, height: 57, rx: 6, class: "paper" }));
  if (faceDown) {
    const lines = [12, 20, 28, 36, 44].map((y, i) => s("path", { d: `M${8 + (i % 2) * 5} ${y}H${36 - ((i + 1) % 2) * 6}`, class: "mist" }));
    box.append(...lines);
  }
  if (known) {
    const at = faceDown ? "translate(22 30) scale(1.25)" : "translate(22 26) scale(1.9)";
    box.append(s("path", { d: known.shape, transform: at, fill: known.colour, class: faceDown ? "peek" : "" }));
    if (!faceDown) box.append(s("text", { x: 22, y: 52, "text-anchor": "middle" }, known.name));
  }
  return box;
}

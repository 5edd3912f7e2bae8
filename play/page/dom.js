// Small helpers to build elements. Text is always set as text, so nothing that the server sends is read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const main = () => document.getElementById("main");
export const show = (...children) => main().replaceChildren(...children.flat().filter(Boolean));
export const status = (...children) => document.getElementById("status").replaceChildren(...children.flat().filter(Boolean));

let fading;
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.classList.add("up");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("up"), 4000);
}

// Asks the server; a refusal becomes an error with its reason.
export async function ask(path, body) {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  const data = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok) throw new Error(data.error ?? `the server answered ${answer.status}`);
  return data;
}

// What this browser remembers: the proof of each seat that it has taken.
const KEY = "fogbound.seats";
export function seats() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
export function remember(room, seat) {
  const kept = Object.entries({ ...seats(), [room]: { ...seat, at: Date.now() } });
  kept.sort(([, a], [, b]) => b.at - a.at);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(0, 30))));
}
export function forget(room) {
  const { [room]: _, ...rest } = seats();
  localStorage.setItem(KEY, JSON.stringify(rest));
}

// survivor_0 reads as Survivor 1.
export function seatTitle(name) {
  const parts = /^(.*?)_(\d+)$/.exec(name);
  const text = parts ? `${parts[1]} ${Number(parts[2]) + 1}` : name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// What the engine says, as a sentence: it calls seats by their short names.
export function sentence(text) {
  const named = text.replace(/\b[a-z]+_\d+\b/g, (name) => seatTitle(name));
  return named.charAt(0).toUpperCase() + named.slice(1);
}

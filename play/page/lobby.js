// Choosing a game: which one, on which setup, in which seat, against whom.

import { ask, forget, h, remember, seats, seatTitle, sentence, show, toast } from "./dom.js";

const PRESETS = {
  adept: "The standard game", random: "Drawn characters and board", bloodweb: "Drawn characters and perks",
  devout: "Drawn characters, perks of your choice", four: "Four players", three: "Three players, with a draft",
  captain: "One captain leads all survivors", small: "Small board, three rounds", tiny: "The smallest game",
  paired: "The usual board", standard: "Twice the generators and palettes", training: "Small board, fewer tiles",
};
const TITLES = { trial: "Trial", stalk: "Stalk", kuhn: "Kuhn poker", leduc: "Leduc poker", goofspiel: "Goofspiel" };
// How long bots that are watched rest after a move, in milliseconds.
const PACES = [["1800", "Slow"], ["800", "Calm"], ["250", "Fast"]];
const title = (name) => TITLES[name] ?? sentence(name);

export async function lobby() {
  const games = await ask("/api/games");
  // The largest game is what people come for.
  games.sort((a, b) => b.presets[0].seats.length - a.presets[0].seats.length);
  const pick = { game: games[0], preset: games[0].presets[0], seat: 0, level: "easy", lineup: {}, pause: "800" };
  const form = h("form", { class: "lobby", onsubmit: (event) => { event.preventDefault(); start(pick); } });
  const redraw = () => form.replaceChildren(...fields(games, pick, redraw));
  redraw();
  show(h("section", { class: "hero" },
    h("h1", null, "Everybody plans in secret."),
    h("p", null, "Lay your card face down. Then all cards are turned up, and you find out who guessed whom.")),
  form, yours());
}

function fields(games, pick, redraw) {
  const set = (changes) => { Object.assign(pick, changes); redraw(); };
  const watches = pick.seat === null;
  return [
    h("fieldset", { class: "games" }, h("legend", null, "Game"), games.map((game) => radio("game", game.name, pick.game === game,
      () => set({ game, preset: game.presets[0], seat: 0, lineup: {} }),
      h("strong", null, title(game.name)), h("span", null, sentence(game.summary.replace(/^[\w ]+: (?=\w+.*)/, (name) => name.toLowerCase().startsWith(game.name) ? "" : name)))))),
    h("div", { class: "pair" },
      h("label", { class: "field" }, h("span", null, "Setup"), select("preset", pick.game.presets.map((preset) => [preset.name, PRESETS[preset.name] ?? sentence(preset.name)]),
        pick.preset.name, (name) => set({ preset: pick.game.presets.find((preset) => preset.name === name), seat: 0, lineup: {} }))),
      h("label", { class: "field" }, h("span", null, "You play"), select("seat", [...pick.preset.seats.map((name, i) => [String(i), seatTitle(name)]), ["watch", "Nobody: watch the bots"]],
        watches ? "watch" : String(pick.seat), (seat) => set({ seat: seat === "watch" ? null : Number(seat), lineup: {} }))),
      watches && h("label", { class: "field" }, h("span", null, "Pace"), select("pause", PACES, pick.pause, (pause) => { pick.pause = pause; }))),
    h("fieldset", { class: "levels" }, h("legend", null, "Bots"), pick.game.levels.map((level) => radio("level", level.name, pick.level === level.name,
      () => set({ level: level.name, lineup: {} }), h("strong", null, sentence(level.name)), h("span", null, sentence(level.note ?? level.summary))))),
    h("details", { class: "friends", open: Object.keys(pick.lineup).length > 0 },
      h("summary", null, watches ? "Mix the bots" : "Play with friends, or mix the bots"),
      pick.preset.seats.map((name, i) => i === pick.seat ? null : h("label", { class: "field row" }, h("span", null, seatTitle(name)),
        select(`seat-${i}`, [...(watches ? [] : [["person", "A friend, by link"]]), ...pick.game.levels.map((level) => [level.name, `Bot, ${level.name}`])],
          pick.lineup[i] ?? pick.level, (sitter) => { pick.lineup[i] = sitter; })))),
    h("button", { class: "button big", type: "submit" }, watches ? `Watch ${title(pick.game.name)}` : `Play ${title(pick.game.name)} as ${seatTitle(pick.preset.seats[pick.seat])}`),
  ];
}

function radio(name, value, checked, onchange, ...children) {
  return h("label", { class: "tile" }, h("input", { type: "radio", name, value, checked, onchange: () => { onchange(); document.querySelector(`input[name="${name}"][value="${value}"]`)?.focus(); } }),
    h("span", { class: "body" }, ...children));
}

function select(name, options, chosen, onchange) {
  return h("select", { name, onchange: (event) => onchange(event.target.value) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

async function start(pick) {
  const lineup = pick.preset.seats.map((_, i) => i === pick.seat ? "person" : pick.lineup[i] ?? pick.level);
  try {
    const pause = pick.seat === null ? Number(pick.pause) : null;
    const made = await ask("/api/rooms", { game: pick.game.name, setup: pick.preset.setup, lineup, seat: pick.seat, pause });
    if (made.token) remember(made.room, { seat: made.seat, token: made.token, game: pick.game.name, name: pick.preset.seats[pick.seat] });
    location.hash = `#/room/${made.room}`;
  } catch (error) {
    toast(error.message);
  }
}

// Games that this browser has a seat in.
function yours() {
  const mine = Object.entries(seats()).sort(([, a], [, b]) => b.at - a.at).slice(0, 6);
  if (mine.length === 0) return null;
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return h("section", { class: "yours" }, h("h2", null, "Your games"), h("ul", null, mine.map(([room, seat]) => {
    const line = h("li", null, h("a", { href: `#/room/${room}` }, `${title(seat.game)}, as ${seatTitle(seat.name)}`), h("small", null, when.format(seat.at)),
      h("button", { type: "button", class: "plain", "aria-label": "Forget this game", onclick: () => { forget(room); line.remove(); } }, "×"));
    return line;
  })));
}

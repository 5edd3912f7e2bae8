// A room: its table for those who have a seat, a free seat for those who have none.

import { ask, h, remember, seats, seatTitle, show } from "./dom.js";
import { table } from "./table.js";

export async function room(name) {
  const mine = seats()[name];
  if (mine) return table(name, mine);
  const poster = await ask(`/api/rooms/${name}`);
  if (poster.watchable && !poster.over) return table(name, null);
  const free = poster.seats.map((seat, i) => ({ ...seat, i })).filter((seat) => seat.person && !seat.taken);
  const sit = async (seat) => {
    const { token } = await ask(`/api/rooms/${name}/join`, { seat: seat.i });
    remember(name, { seat: seat.i, token, game: poster.game, name: seat.name });
    dispatchEvent(new HashChangeEvent("hashchange", { oldURL: location.href, newURL: location.href }));
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const offer = free.map((seat) => h("button", { class: "button", "data-seat": seat.i, onclick: () => sit(seat).catch((error) => { problem.textContent = error.message; }) },
    `Sit down as ${seatTitle(seat.name)}`));
  const reason = poster.over ? "This game is over." : "Every seat is taken.";
  show(h("section", { class: "card narrow" },
    h("h1", null, `A table of ${poster.game}`),
    free.length ? h("p", null, "You are invited. Choose a seat:") : h("p", null, reason),
    h("div", { class: "stack" }, offer), problem,
    h("h2", null, "At the table"),
    h("ul", { class: "plainlist" }, poster.seats.map((seat) => h("li", null, h("strong", null, seatTitle(seat.name)), ` ${seat.person ? (seat.taken ? "a player" : "free") : `bot, ${seat.sitter}`}`))),
    poster.over && h("p", null, h("a", { class: "button", href: `#/replay/${name}` }, "Watch the replay"))));
  return undefined;
}

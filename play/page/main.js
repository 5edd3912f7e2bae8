// Which screen is shown, by the part of the address behind the #.

import { show, h, status } from "./dom.js";
import { lobby } from "./lobby.js";
import { room } from "./seats.js";
import { replay } from "./replay.js";

const ROUTES = [
  [/^#\/room\/([0-9a-f]{32})$/, room],
  [/^#\/replay\/([0-9a-f]{32})$/, replay],
  [/^(#\/?)?$/, lobby],
];

let leave = () => {};

async function go() {
  leave();
  leave = () => {};
  status();
  const [pattern, screen] = ROUTES.find(([pattern]) => pattern.test(location.hash)) ?? [/$/, lobby];
  const found = pattern.exec(location.hash)?.[1];
  try {
    leave = (await screen(found)) ?? (() => {});
  } catch (error) {
    show(h("section", { class: "card narrow" }, h("h1", null, "That did not work"), h("p", null, error.message),
      h("p", null, h("a", { href: "#/", class: "button" }, "Back to the games"))));
  }
}

// Tells a page that is already open at this address to start anew.
addEventListener("hashchange", (event) => {
  if (new URL(event.newURL).hash === "#main") history.replaceState(null, "", new URL(event.oldURL).hash || "#/");
  else go();
});
go();

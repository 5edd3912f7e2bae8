// The page in a real browser, as people use it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, House, PHONE } from "./house.mjs";

let house;
before(async () => { house = await House.open("--seed", "7"); });
after(async () => { await house?.close(); });
// Nothing takes this long but a fault.
const patience = { timeout: 150_000 };

test("a whole trial is played with clicks, through a reload and a restart, and then replayed", patience, async () => {
  const me = await house.person();
  await me.page.goto(house.url);
  await me.page.locator(".lobby .big").waitFor();
  await me.shot("lobby");
  await me.checkLayout();
  await me.begin({ preset: "adept", seat: 2 });
  const drawn = { plan: false, room: false };
  const onBoard = await me.playOut(async (turn) => {
    if (turn === 5) {
      const before = await me.page.locator(".log li").allInnerTexts();
      await me.page.reload();
      await me.asked();
      assert.deepEqual(await me.page.locator(".log li").allInnerTexts(), before, "the seat and its log are kept");
    }
    if (turn === 8) {
      me.away = true;
      await house.restart();
      await me.page.locator("body:not(.offline) [data-action]").first().waitFor({ timeout: 30_000 });
      me.away = false;
    }
    if (turn > 10 && !drawn.plan && await me.page.locator(".cardbutton").count() > 2) {
      drawn.plan = true;
      const unread = await me.page.locator(".log").evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
      assert.ok(unread < 40, "the log shows the newest line, after a reload, too");
      await me.shot("plan");
      await me.checkLayout();
    }
    if (turn > 10 && !drawn.room && await me.page.locator(".place.can, .holder.can, .figure.can").count() > 0) {
      drawn.room = true;
      await me.shot("table");
      await me.page.setViewportSize(PHONE);
      await me.shot("phone");
      await me.checkLayout();
      await me.page.setViewportSize(DESK);
    }
  });
  assert.ok(onBoard > 3, "choices were made on the board");
  assert.match(await me.page.locator(".prompt").innerText(), /You have (won|lost)|A draw/);
  await me.shot("end");

  await me.page.getByText("Watch the replay").click();
  const slider = me.page.locator("input[type=range]");
  await slider.waitFor();
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 50, `${last} decisions`);
  const middle = Math.floor(last / 2);
  await slider.fill(String(middle));
  // The picture is fetched; until it is there, the one before it stands.
  await me.page.locator(".prompt", { hasText: `Decision ${middle + 1}` }).waitFor();
  const hidden = await me.page.locator(".laid .face.back .peek").count();
  const backs = await me.page.locator(".laid .face.back").count();
  assert.equal(hidden, backs, "every face-down card is shown in a replay");
  await me.shot("replay");
  await me.page.keyboard.press("Home");
  await slider.fill(String(last));
  await me.page.getByText("The end").waitFor();
  await me.page.setViewportSize(PHONE);
  await me.checkLayout();
  me.calm();
});

test("a whole stalk is played with clicks and arrows, with shades for hidden figures, and then replayed", patience, async () => {
  const me = await house.person();
  await me.begin({ game: "stalk", preset: "training", seat: 0 });
  const seen = { shades: 0, arrows: 0, drawn: false };
  const onBoard = await me.playOut(async (turn) => {
    seen.shades = Math.max(seen.shades, await me.page.locator("[data-shade]").count());
    const standing = await me.page.locator("svg.board .figure").count();
    const known = await me.page.locator(".person .fact.where", { hasText: /^on / }).count();
    assert.equal(standing, known, "nobody is drawn whose place is not known");
    if (turn === 4) {
      const before = await me.page.locator(".log li").allInnerTexts();
      await me.page.reload();
      await me.asked();
      assert.deepEqual(await me.page.locator(".log li").allInnerTexts(), before, "the seat and its log are kept");
    }
    if (!seen.drawn && turn > 5 && await me.page.locator(".ask").count() > 1) {
      seen.drawn = true;
      await me.shot("stalk-table");
      await me.checkLayout();
      const where = me.page.locator(".ask").nth(1);
      await where.focus();
      await me.page.keyboard.press("Enter");
      assert.equal(await where.getAttribute("aria-pressed"), "true");
      const cells = Number(/\d+/.exec(await me.page.locator(".person .fact.where", { hasText: /cells/ }).first().innerText())[0]);
      assert.ok(cells > 1 && await me.page.locator("[data-shade]").count() > 1);
      await me.page.keyboard.press("Enter");
      await me.page.setViewportSize(PHONE);
      await me.shot("stalk-phone");
      await me.checkLayout();
      await me.page.setViewportSize(DESK);
    }
    // Arrows walk, where there is a way.
    if (seen.arrows < 3) {
      const before = await me.state();
      const steps = await me.page.locator(".choice", { hasText: "Step" }).allInnerTexts();
      const arrow = { north: "ArrowUp", east: "ArrowRight", south: "ArrowDown", west: "ArrowLeft" }[/Step (\w+)/.exec(steps[0] ?? "")?.[1]];
      if (arrow) {
        await me.page.keyboard.press(arrow);
        await me.changed(before);
        seen.arrows += 1;
        await me.asked();
      }
    }
  });
  assert.ok(onBoard > 3 && seen.shades > 10 && seen.arrows === 3 && seen.drawn, JSON.stringify({ onBoard, ...seen }));
  assert.match(await me.page.locator(".prompt").innerText(), /You have (won|lost)/);
  await me.page.getByText("Watch the replay").click();
  const slider = me.page.locator("input[type=range]");
  await slider.waitFor();
  const middle = Math.floor(Number(await slider.getAttribute("max")) / 2);
  await slider.fill(String(middle));
  await me.page.locator(".prompt", { hasText: `Decision ${middle + 1}` }).waitFor();
  const out = await me.page.locator(".person .mark.out").count();
  assert.equal(await me.page.locator("svg.board .figure").count(), 5 - out, "everybody is shown where they are");
  await me.shot("stalk-replay");
  await me.checkLayout();
  await me.page.setViewportSize(PHONE);
  await me.shot("stalk-replay-phone");
  await me.checkLayout();
  me.calm();
});

test("bots are watched live", patience, async () => {
  const [me, friend] = [await house.person(), await house.person(PHONE)];
  await me.page.goto(house.url);
  await me.page.locator("input[name=game][value=stalk]").check();
  await me.page.locator("select[name=preset]").selectOption("training");
  await me.page.locator("select[name=seat]").selectOption("watch");
  await me.page.locator("select[name=pause]").selectOption("250");
  await me.page.getByRole("button", { name: "Watch Stalk" }).click();
  await me.page.locator("svg.board .figure").nth(4).waitFor();
  await friend.page.goto(me.page.url());
  await friend.page.locator("svg.board .figure").first().waitFor();
  const lines = await me.page.locator(".log li").count();
  await me.page.locator(".log li").nth(lines + 3).waitFor({ timeout: 60_000 });
  await me.shot("watch");
  await me.checkLayout();
  await friend.checkLayout();
  assert.equal(await me.page.locator("[data-action]").count(), 0, "who watches has nothing to choose");
  [me, friend].forEach((one) => one.calm());
});

test("two people in two browsers meet by link, and neither sees the other's cards", patience, async () => {
  const [host, guest] = [await house.person(), await house.person(PHONE)];
  await host.begin({ preset: "small", seat: 0, friends: [1] });
  await host.page.getByText("Invite your friends").waitFor();
  const link = host.page.url();
  await guest.page.goto(link);
  await guest.page.locator("[data-seat='1']").click();
  let [laid, peeked] = [0, 0];
  const look = (who) => async () => {
    const others = who.page.locator(".person:not(.own) .laid .face.back");
    laid += await others.count();
    peeked += await who.page.locator(".person:not(.own) .laid .face.back .peek").count();
  };
  await Promise.all([host.playOut(look(host)), guest.playOut(look(guest))]);
  assert.ok(laid > 5, "cards lay face down");
  assert.equal(peeked, 0, "and nobody saw what they were");
  await guest.checkLayout();
  const late = await house.person();
  await late.page.goto(link);
  await late.page.getByText("This game is over.").waitFor();
  [host, guest, late].forEach((one) => one.calm());
});

test("a game without a board is played with the keyboard, and its bot tells what it considered", patience, async () => {
  const me = await house.person();
  await me.page.goto(house.url);
  await me.page.locator("input[name=level][value=medium]").check();
  await me.page.locator("input[name=game][value=goofspiel]").check();
  await me.page.locator("select[name=preset]").selectOption("tiny");
  await me.page.keyboard.press("Tab");
  await me.page.locator("button[type=submit]").focus();
  await me.page.keyboard.press("Enter");
  while (await me.asked()) {
    const before = await me.state();
    await me.page.keyboard.press("1");
    await me.changed(before);
  }
  await me.shot("words");
  await me.page.getByText("Watch the replay").press("Enter");
  await me.page.locator(".thoughts").first().waitFor();
  await me.shot("thoughts");
  assert.match(await me.page.locator(".thoughts caption").first().innerText(), /in 300 games in its head/);
  me.calm();
});

test("what went wrong is said", patience, async () => {
  const me = await house.person();
  me.away = true;
  await me.page.goto(`${house.url}#/room/00000000000000000000000000000000`);
  await me.page.getByText("there is no such room").waitFor();
  await me.page.getByText("Back to the games").click();
  await me.page.locator(".lobby .big").waitFor();
});

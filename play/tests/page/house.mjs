// What the tests of the page share: a server of their own, a browser, and a person who clicks.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

// FOGBOUND is the program, TOOLS the folder that playwright-core is installed in, CHROMIUM the browser, SHOTS where
// screenshots go. `cargo xtask test` sets them.
const need = (name) => process.env[name] ?? assert.fail(`${name} is not set; run the tests with: cargo xtask test`);
const { chromium } = createRequire(join(need("TOOLS"), "package.json"))("playwright-core");
const shots = need("SHOTS");
mkdirSync(shots, { recursive: true });

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export class House {
  static async open(...options) {
    const house = new House();
    house.options = options;
    house.data = mkdtempSync(join(tmpdir(), "fogbound-page-"));
    house.start();
    try {
      await house.ready;
      // Without a sandbox only where there can be none: Chromium refuses to make one for the superuser.
      const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
      house.browser = await chromium.launch({ executablePath: need("CHROMIUM"), args });
    } catch (error) {
      await house.close();
      throw error;
    }
    return house;
  }

  start() {
    this.server = spawn(need("FOGBOUND"), ["serve", "--port", String(this.port ?? 0), "--data", this.data, ...this.options]);
    this.ready = new Promise((resolve, reject) => {
      this.server.once("exit", () => reject(new Error("the server has ended")));
      this.server.stdout.once("data", (line) => {
        this.url = /http:\/\/[^/]+\//.exec(line)[0];
        this.port = Number(new URL(this.url).port);
        resolve();
      });
    });
  }

  // Ends the server at once and starts it again at the same place.
  async restart() {
    const gone = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGKILL");
    await gone;
    this.start();
    await this.ready;
  }

  // A person with a browser of their own.
  async person(viewport = DESK) {
    const context = await this.browser.newContext({ viewport, reducedMotion: "reduce" });
    const page = await context.newPage();
    return new Person(this, page);
  }

  async close() {
    await this.browser?.close();
    this.server.removeAllListeners("exit");
    this.server.kill("SIGKILL");
    rmSync(this.data, { recursive: true, force: true });
  }
}

export class Person {
  constructor(house, page) {
    Object.assign(this, { house, page, problems: [], away: false });
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error" && !this.away) this.problems.push(line.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(house.url)) this.problems.push(`asked elsewhere: ${request.url()}`);
    });
  }

  // Chooses a game in the lobby and sits down.
  async begin({ game = "trial", preset, seat = 0, friends = [] }) {
    const { page } = this;
    await page.goto(this.house.url);
    await page.locator(`input[name=game][value=${game}]`).check();
    if (preset) await page.locator("select[name=preset]").selectOption(preset);
    await page.locator("select[name=seat]").selectOption(String(seat));
    if (friends.length) await page.locator("summary").click();
    for (const friend of friends) await page.locator(`select[name=seat-${friend}]`).selectOption("person");
    await page.locator("button[type=submit]").click();
    await page.locator(".person").first().waitFor();
  }

  // Waits until there is something to choose or the game is over.
  async asked() {
    await this.page.locator("[data-action], .choices .paid").first().waitFor({ timeout: 20_000 }).catch((error) => this.stuck(error));
    return !(await this.over());
  }

  async over() {
    return (await this.page.locator(".choices .paid").count()) > 0;
  }

  // Makes a choice: on the board where it offers one, else with a button, and waits until it was taken.
  async choose(number) {
    const { page } = this;
    // A room is clicked at its name, where nobody stands; a cell anywhere.
    const board = page.locator(".place.can > .name, .place.can > .cell, .holder.can, .figure.can");
    const before = await this.state();
    const places = await board.count();
    if (places > 0 && number % 3 !== 2) {
      const one = board.nth(number % places);
      const corner = await one.evaluate((element) => element.classList.contains("cell")) ? { position: { x: 4, y: 4 } } : {};
      await one.click(corner);
    } else {
      const buttons = page.locator("[data-action]");
      await buttons.nth(number % (await buttons.count())).click();
    }
    await this.changed(before);
    return places > 0;
  }

  async changed(before) {
    const differs = (before) => document.querySelector("#main").innerText !== before;
    await this.page.waitForFunction(differs, before, { timeout: 20_000 }).catch((error) => this.stuck(error));
  }

  // What the screen shows when nothing goes on.
  async stuck(error) {
    await this.shot(`stuck-${this.page.viewportSize().width}`);
    throw error;
  }

  state() {
    return this.page.evaluate(() => document.querySelector("#main").innerText);
  }

  // Plays to the end; `each` is called before every choice.
  async playOut(each = async () => {}) {
    let onBoard = 0;
    for (let turn = 0; await this.asked(); turn += 1) {
      assert.ok(turn < 2000, "the game does not end");
      await each(turn);
      onBoard += await this.choose(turn);
    }
    return onBoard;
  }

  async shot(name) {
    await this.page.screenshot({ path: join(shots, `${name}.png`) });
  }

  // Nothing is wider than the screen, and every button says what it does.
  async checkLayout() {
    const found = await this.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      nameless: [...document.querySelectorAll("button, a, input, select")].filter((one) =>
        !one.innerText?.trim() && !one.getAttribute("aria-label") && !one.labels?.length && !one.querySelector("[aria-label]")).length,
    }));
    assert.deepEqual(found, { wide: 0, nameless: 0 });
  }

  calm() {
    assert.deepEqual(this.problems, []);
  }
}

import { chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "../../e2e/support/chromium.ts";
import { table, takenAt } from "../bench-engine/write-section.ts";
import { makeDesk, type Question } from "./desk-queue.ts";
import { percentile } from "./measure.ts";
import type { Product } from "./product.ts";
import { ms, signedIn } from "./signed-in.ts";

const MEASURED = 64;
const WARM_UP = 4;
/** What every request of the page is made to take, beside what it takes. */
const DELAYS_MS = [0, 300, 1_000];
/** Faster than anybody reads: an item is answered in this time, key by key. */
const ITEM_MS = 700;
/** Six questions of few answers, and the key of the answer that is given to each. */
const QUESTIONS: readonly (Question & { key: string })[] = [
  { name: "Is it right?", schema: { type: "boolean" }, key: "1" },
  { name: "How is the tone?", schema: { type: "string", enum: ["kind", "neutral", "rude"] }, key: "2" },
  { name: "Was it asked for?", schema: { type: "string", enum: ["yes", "partly", "no"] }, key: "3" },
  { name: "Was the right tool used?", schema: { type: "boolean" }, key: "2" },
  { name: "How complete is it?", schema: { type: "integer", minimum: 1, maximum: 5 }, key: "4" },
  { name: "Would you send it?", schema: { type: "boolean" }, key: "1" },
];
const SUBMIT = "ControlOrMeta+Enter";

/** What an annotator waits for who answers six questions with seven keys: the lines of the report's section. */
export async function measureSubmits(product: Product): Promise<string[]> {
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const page = await signedIn(browser, product);
    const seen: Submits[] = [];
    for (const delayMs of DELAYS_MS) seen.push(await measureDelayed(page, product, delayMs));
    const lines = report(seen);
    console.log(lines.join("\n"));
    return lines;
  } finally {
    await browser.close();
  }
}

type Submits = { delayMs: number; times: readonly number[] };

function report(seen: readonly Submits[]): string[] {
  const figure = ({ times }: Submits, share: number) => ms(percentile([...times], share));
  return [
    ...takenAt("npm run bench -- submits"),
    `An annotator answers ${QUESTIONS.length} questions of each item with one key each and submits with the next, in ${ITEM_MS} ms. Every request of the`,
    "desk is held up as said. From the moment of the key that submits until the frame is painted in which the next item stands on the page.",
    "",
    ...table(
      ["Submit → next item painted", "p50", "p95", "Longest", "Aim of p95"],
      seen.map((one) => [
        `${one.delayMs} ms delay, ${one.times.length} items`,
        figure(one, 0.5),
        figure(one, 0.95),
        figure(one, 1),
        "≤ 50 ms",
      ]),
    ),
  ];
}

async function measureDelayed(page: Page, product: Product, delayMs: number): Promise<Submits> {
  const desk = product.url + (await makeDesk(product, QUESTIONS));
  if (delayMs > 0)
    await page.route("**/api/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await route.continue();
    });
  await page.goto(desk);
  await page.locator("[data-call-scroll]").getByText("Question 0:").waitFor();
  await page.evaluate(timeSubmits);
  for (let item = 0; item < WARM_UP + MEASURED; item++) {
    for (const { key } of QUESTIONS) await press(page, key);
    await press(page, SUBMIT);
    await page.waitForFunction((count) => Reflect.get(window, "submitTimes").length > count, item);
  }
  const times: number[] = await page.evaluate(() => Reflect.get(window, "submitTimes"));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return { delayMs, times: times.slice(WARM_UP).sort((a, b) => a - b) };
}

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(ITEM_MS / (QUESTIONS.length + 1));
  await page.keyboard.press(key);
}

/** Runs in the page: from each key that submits, waits until another item is painted. */
function timeSubmits(): void {
  const times: number[] = [];
  Reflect.set(window, "submitTimes", times);
  const shown = () => document.querySelector("[data-call-scroll]")?.textContent ?? "";
  const listen = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const before = shown();
    const look = () => {
      const now = shown();
      if (now === "" || now === before) requestAnimationFrame(look);
      // A task that is queued in a frame runs after that frame is painted.
      else setTimeout(() => times.push(performance.now() - event.timeStamp), 0);
    };
    requestAnimationFrame(look);
  };
  window.addEventListener("keydown", listen, { capture: true });
}

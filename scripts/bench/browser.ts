import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Request } from "@playwright/test";
import { createObject } from "#lib/contract/objects.ts";
import { addQueueItems, createQueue } from "#lib/contract/queues.ts";
import { browserLaunchOptions } from "../../e2e/support/chromium.ts";
import { table, takenAt } from "../bench-engine/write-section.ts";
import { post } from "./ingest.ts";
import { LARGE_CALL_MB, measureLargeCall, type Opened } from "./large-call.ts";
import { measureScrolling, type Scrolled } from "./long-lists.ts";
import { percentile } from "./measure.ts";
import type { Product } from "./product.ts";

const ITEMS = 120;
const MEASURED = 64;
const WARM_UP = 4;
/** What every request of the page is made to take, beside what it takes. */
const DELAYS_MS = [300, 1_000];
/** An annotator looks at each item this long, which is faster than any does. */
const THINKING_MS = 700;
const MOST_SCRIPT_BYTES = 200_000;

/** What people wait for at the annotation desk, seen from a real browser: the lines of the report's section. */
export async function measureBrowser(product: Product): Promise<string[]> {
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const page = await signedIn(browser, product);
    const firstLoad = await measureFirstLoad(page, product.url + (await makeDesk(product)));
    const submits: Submits[] = [];
    for (const delayMs of DELAYS_MS) submits.push(await measureSubmits(page, product, delayMs));
    const scrolled = await measureScrolling(page, product);
    const opened = await measureLargeCall(page, product);
    const lines = report({ firstLoad, submits, scrolled, opened });
    console.log(lines.join("\n"));
    return lines;
  } finally {
    await browser.close();
  }
}

type Submits = { delayMs: number; times: readonly number[] };
type Seen = { firstLoad: FirstLoad; submits: readonly Submits[]; scrolled: Scrolled; opened: Opened };

function report({ firstLoad, submits, scrolled, opened }: Seen): string[] {
  const { namedBytes, untilShownBytes } = firstLoad;
  return [
    ...takenAt("npm run bench"),
    `Every request of the desk is held up as said; an annotator submits every ${THINKING_MS} ms. Painted is the moment after the`,
    "frame in which the next call stands on the page. Script is counted as gzip makes it.",
    "",
    ...table(
      ["What", "Value", "Aim"],
      [
        ...submits.flatMap(({ delayMs, times }) => [
          [
            `Submit → next item painted, ${delayMs} ms delay, p50 of ${times.length}`,
            ms(percentile([...times], 0.5)),
            "",
          ],
          [
            `Submit → next item painted, ${delayMs} ms delay, p95 of ${times.length}`,
            ms(percentile([...times], 0.95)),
            "≤ 50 ms",
          ],
        ]),
        [
          "First load of the annotation desk: script named by its HTML",
          kB(namedBytes),
          `≤ ${kB(MOST_SCRIPT_BYTES)}`,
        ],
        ["All script until the first call is shown", kB(untilShownBytes), ""],
        [
          `Longest task of the page while ${scrolled.rows.toLocaleString("en")} of 100,000 items scroll by`,
          scrolled.longestTaskMs === 0 ? "under 50 ms" : `${scrolled.longestTaskMs.toFixed(0)} ms`,
          "≤ 50 ms",
        ],
        [`First paint of the page of a call of ${LARGE_CALL_MB} MB`, ms(opened.firstPaintMs), "≤ 200 ms"],
        ["Until its conversation stands there", ms(opened.shownMs), ""],
      ],
    ),
  ];
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

/** A queue with one yes-or-no question and calls of a usual size; gives the path of its desk. */
async function makeDesk(product: Product): Promise<string> {
  const { project } = product;
  const val = { name: "Is it right?", description: "", field_schema: { type: "boolean" } };
  const obj = { projectId: project, objectId: "right", val, builtinObjectClass: "AnnotationSpec" };
  const { digest } = await product.call(createObject, { obj });
  const scorerRefs = [`weave:///${project}/object/right:${digest}`];
  const { id } = await product.call(createQueue, { projectId: project, name: "In the browser", scorerRefs });
  const callIds = await storeCalls(product);
  await product.call(addQueueItems, {
    projectId: project,
    queueId: id,
    callIds,
    displayFields: ["inputs", "output"],
  });
  return `/projects/${project}/queues/${id}/annotate`;
}

async function storeCalls(product: Product): Promise<string[]> {
  const paragraph = "The refund depends on the delay, on the tariff and on who caused it. ".repeat(12);
  const calls = Array.from({ length: ITEMS }, (_, i) => {
    const id = crypto.randomUUID();
    const content = `Question ${i}: ${paragraph}`;
    const inputs = { messages: [{ role: "user", content }] };
    const started_at = new Date(Date.now() - (ITEMS - i) * 1000).toISOString();
    const start = {
      project_id: product.project,
      id,
      trace_id: id,
      op_name: "answer",
      started_at,
      attributes: {},
      inputs,
    };
    return { mode: "start", req: { start } };
  });
  await post(product, "/call/upsert_batch", { batch: calls });
  return calls.map(({ req }) => req.start.id);
}

async function signedIn(browser: Browser, { url, admin }: Product): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  return page;
}

type FirstLoad = { namedBytes: number; untilShownBytes: number };

/** The scripts that the page's HTML names, and all that came before the first call stood on the page, as they travel. */
async function measureFirstLoad(page: Page, desk: string): Promise<FirstLoad> {
  const paths = new Set<string>();
  const note = (request: Request) => {
    if (request.resourceType() === "script") paths.add(request.url());
  };
  page.on("request", note);
  const navigation = await page.goto(desk);
  const html = (await navigation?.text()) ?? "";
  await page.locator("[data-call-scroll]").waitFor();
  page.off("request", note);
  const sizes = await Promise.all(
    [...paths].map(async (url) => ({
      path: new URL(url).pathname,
      bytes: gzipSync(await (await page.request.get(url)).body()).length,
    })),
  );
  const sum = (all: typeof sizes) => all.reduce((total, { bytes }) => total + bytes, 0);
  return { namedBytes: sum(sizes.filter(({ path }) => html.includes(path))), untilShownBytes: sum(sizes) };
}

async function measureSubmits(page: Page, product: Product, delayMs: number): Promise<Submits> {
  const desk = product.url + (await makeDesk(product));
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
  await page.goto(desk);
  await page.locator("[data-call-scroll]").getByText("Question 0:").waitFor();
  const times: number[] = [];
  for (let item = 0; item < WARM_UP + MEASURED; item++) {
    await page.waitForTimeout(THINKING_MS);
    const ms = await page.evaluate(submitAndTime);
    if (item >= WARM_UP) times.push(ms);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return { delayMs, times: times.sort((a, b) => a - b) };
}

/** Runs in the page: presses the key that answers the one question, and waits until another call is painted. */
function submitAndTime(): Promise<number> {
  const shown = () => document.querySelector("[data-call-scroll]")?.textContent ?? "";
  const before = shown();
  return new Promise((resolve) => {
    const startedAt = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", code: "Digit1", bubbles: true }));
    const look = () => {
      const now = shown();
      if (now === "" || now === before) requestAnimationFrame(look);
      // A task that is queued in a frame runs after that frame is painted.
      else setTimeout(() => resolve(performance.now() - startedAt), 0);
    };
    requestAnimationFrame(look);
  });
}

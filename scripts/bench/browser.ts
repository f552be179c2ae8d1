import { gzipSync } from "node:zlib";
import { chromium, type Page, type Request } from "@playwright/test";
import { browserLaunchOptions } from "../../e2e/support/chromium.ts";
import { table, takenAt } from "../bench-engine/write-section.ts";
import { makeDesk, type Question } from "./desk-queue.ts";
import { LARGE_CALL_MB, measureLargeCall, type Opened } from "./large-call.ts";
import { measureScrolling, type Scrolled } from "./long-lists.ts";
import type { Product } from "./product.ts";
import { ms, signedIn } from "./signed-in.ts";

const MAX_SCRIPT_BYTES = 200_000;
const QUESTION: Question = { name: "Is it right?", schema: { type: "boolean" } };

/** What people wait for at the annotation desk, seen from a real browser: the lines of the report's section. */
export async function measureBrowser(product: Product): Promise<string[]> {
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const page = await signedIn(browser, product);
    const firstLoad = await measureFirstLoad(page, product.url + (await makeDesk(product, [QUESTION])));
    const scrolled = await measureScrolling(page, product);
    const opened = await measureLargeCall(page, product);
    const lines = report({ firstLoad, scrolled, opened });
    console.log(lines.join("\n"));
    return lines;
  } finally {
    await browser.close();
  }
}

type Seen = { firstLoad: FirstLoad; scrolled: Scrolled; opened: Opened };

function report({ firstLoad, scrolled, opened }: Seen): string[] {
  const { namedBytes, untilShownBytes } = firstLoad;
  return [
    ...takenAt("npm run bench"),
    "Painted is the moment after the frame in which something stands on the page. Script is counted as gzip makes it.",
    "",
    ...table(
      ["What", "Value", "Aim"],
      [
        [
          "First load of the annotation desk: script named by its HTML",
          kB(namedBytes),
          `≤ ${kB(MAX_SCRIPT_BYTES)}`,
        ],
        ["All script until the first call is shown", kB(untilShownBytes), ""],
        [
          `Longest task of the page while ${scrolled.rows.toLocaleString("en")} of 100,000 items scroll by`,
          scrolled.longestTaskMs === 0 ? "under 50 ms" : `${scrolled.longestTaskMs.toFixed(0)} ms`,
          "≤ 50 ms",
        ],
        [`First paint of the page of a call of ${LARGE_CALL_MB} MB`, ms(opened.firstPaintMs), "≤ 200 ms"],
        ["Until its conversation is shown", ms(opened.shownMs), ""],
      ],
    ),
  ];
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
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

import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of the browser's.
  interface Window {
    /** In a page that was looked at before. */
    axe?: typeof axe;
  }
}

export type Look = {
  /** A selector; the whole page without one. */
  part?: string;
  /** Only these rules. */
  rules?: string[];
  /** All rules but these. */
  withoutRules?: string[];
};

const CODE = fs.readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

/**
 * What axe finds: the rule and the first elements that break it. Its code goes to the page once, and without axe's own package for Playwright, which
 * reads it again for each look, at a third of what a look costs; that package is for pages with frames, and ours have none.
 */
export async function axeFindings(page: Page, look: Look): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async ({ part, rules, withoutRules = [] }) => {
    if (!window.axe) throw new Error("The page has lost axe.");
    // Colours and opacity on their way are nobody's choice. Two frames, so that what was just changed has begun to move.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === "running" && end !== undefined && Number.isFinite(Number(end));
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const { violations } = await window.axe.run(part ?? document, {
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: rules } }),
      rules: Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }])),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} at ${html}`));
  }, look);
}

/** Past Playwright's own evaluation, which reads such a text three times as long. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe !== undefined)) return;
  const browser = await page.context().newCDPSession(page);
  const { exceptionDetails } = await browser.send("Runtime.evaluate", { expression: CODE });
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
  await browser.detach();
}

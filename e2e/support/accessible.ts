import type { Page } from "@playwright/test";
import { axeFindings } from "./axe-findings.ts";
import { expect } from "./fixtures.ts";

/** What a change of colours can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** axe finds nothing on the page, or in the part that a selector names: by all rules in light, by those of colours in dark. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // The title of a page that reads its data first comes after the page.
  await expect(page).toHaveTitle(/\S/);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const inLight = await axeFindings(page, { part });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const inDark = await axeFindings(page, { part, rules: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  const findings = [...inLight, ...inDark.map((finding) => `in dark: ${finding}`)];
  expect(findings, page.url()).toEqual([]);
}

/** The page itself never scrolls sideways, once it has taken to its size; tables scroll inside themselves. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, page.url()).toBe(0);
}

/** Nothing reaches out of the frame of a dashboard page, as hidden text far down in a list could. */
export async function expectNoPageScroll(page: Page): Promise<void> {
  const hidden = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  await expect.poll(hidden, page.url()).toBe(0);
}

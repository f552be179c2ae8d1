import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What a change of colours can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** Stands for axe's code where an earlier look left it in the page: reading half a megabyte costs about as much as looking. */
const ALREADY_READ = "void 0";

/** axe finds nothing on the page, or in the part that a selector names: by all rules in light, by those of colours in dark. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const axe = (code?: { axeSource: string }) => {
    // No page of ours has frames, for which it would open another page each time.
    const builder = new AxeBuilder({ page, ...code })
      .setLegacyMode()
      .options({ resultTypes: ["violations"] });
    return part === undefined ? builder : builder.include(part);
  };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const { violations: inLight } = await axe().analyze();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const { violations: inDark } = await axe({ axeSource: ALREADY_READ }).withRules(COLOUR_RULES).analyze();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  const findings = [
    ...inLight.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`),
    ...inDark.map(({ id, nodes }) => `${id} in dark at ${nodes[0]?.html}`),
  ];
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

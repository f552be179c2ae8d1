import { axeFindings } from "../support/axe-findings.ts";
import { expect, test } from "./open-fixture.ts";

/** Rules for whole pages: the gallery shows many parts of pages together, each of them twice. */
const RULES_OF_PAGES = [
  "landmark-unique",
  "landmark-no-duplicate-banner",
  "heading-order",
  "page-has-heading-one",
  "landmark-banner-is-top-level",
  "region",
  "landmark-contentinfo-is-top-level",
];

test("Every state of every component is drawn without a fault, and axe finds none in light or dark", async ({
  gallery: page,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("net::ERR")) faults.push(message.text());
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Gallery" })).toBeVisible();
  expect(await axeFindings(page, { withoutRules: RULES_OF_PAGES })).toEqual([]);
  expect(faults).toEqual([]);
});

test("On a phone no state of a component is wider than the page, and light is above dark", async ({
  gallery: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("heading", { name: "Gallery" })).toBeVisible();
  await expect(page.getByRole("figure").first().locator("canvas")).toBeAttached();
  const tooWide = await page.evaluate(() => {
    const right = document.documentElement.clientWidth;
    return [...document.querySelectorAll("main > section")]
      .filter(
        (section) =>
          section.scrollWidth > section.clientWidth || section.getBoundingClientRect().right > right,
      )
      .map((section) => section.getAttribute("aria-label"));
  });
  expect(tooWide).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { LONG, storeThreads } from "../support/threads.ts";

/** A project of its own, made by the first call that is stored there. */
const PROJECT = `acme/thread-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;
const TURNS = 1_000;

test.beforeAll(() => storeThreads(PROJECT, TURNS));

test("in a short window the head of a list leaves with the first rows, and comes back with them", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${HOME}/${LONG}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeInViewport();
  const turns = page.getByRole("region", { name: "Conversation" });
  await expect(turns).toContainText(`Question 1 of ${LONG}`);
  await turns.hover();
  await page.mouse.wheel(0, 400);
  await expect(heading).not.toBeInViewport();
  const box = await turns.boundingBox();
  expect(box?.height).toBeGreaterThan(300);
  await turns.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(heading).toBeInViewport();
  await expectAccessible(page);
});

test("a thread of 1,000 turns is walked, jumped in and judged by the keyboard, and keeps its place", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await page.keyboard.press("ArrowDown");
  await expect(listed(page, 2)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("ArrowUp");
  await expect(listed(page, 1)).toHaveAttribute("aria-current", "true");

  await page.getByLabel("Go to turn, of 1,000").fill("700");
  await page.keyboard.press("Enter");
  await expect(turn(page, 700)).toContainText("Question 700 of");
  await expect(listed(page, 700)).toHaveAttribute("aria-current", "true");
  await expect(turn(page, 1)).toHaveCount(0);
  expect(await page.getByRole("article").count()).toBeLessThan(40);

  await page.getByRole("region", { name: "Conversation" }).focus();
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: /Thumbs up for turn 700, 1/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("-");
  await expect(page.getByRole("button", { name: /Thumbs up for turn 700, 0/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /Thumbs down for turn 700, 1/ })).toBeVisible();

  const region = page.getByRole("region", { name: "Conversation" });
  const before = await region.evaluate((element) => element.scrollTop);
  await page.keyboard.press("Enter");
  const call = page.getByRole("dialog", { name: /^Call / });
  await expect(call.getByRole("tab", { name: "Data" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(call).toHaveCount(0);
  expect(await region.evaluate((element) => element.scrollTop)).toBe(before);

  await page.goto(`${HOME}`);
  await page.goto(`${HOME}/${LONG}`);
  await expect(listed(page, 700)).toHaveAttribute("aria-current", "true");
  await expect(turn(page, 700)).toContainText("Question 700 of");
});

test("scrolling the conversation moves the list of turns along", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await turn(page, 1).hover();
  await page.mouse.wheel(0, 6_000);
  const current = page.getByRole("navigation", { name: "Turns" }).locator("[aria-current=true]");
  await expect(current).not.toHaveAccessibleName(/^Turn 1\b/);
  const number = Number(/Turn (\d+)/.exec((await current.textContent()) ?? "")?.[1]);
  expect(number).toBeGreaterThan(5);
  await expect(turn(page, number)).toBeInViewport();
});

test("a phone has the turns and the totals in sheets", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto(`${HOME}?turns=1..5`);
  await expect(page.getByText("Question 1 of alpha").first()).toBeInViewport();
  await page.getByRole("button", { name: "Totals" }).click();
  await expect(page.getByRole("dialog", { name: "Totals" }).getByText("Turns per thread")).toBeVisible();
  await page.goto(`${HOME}/${LONG}`);
  await page.getByRole("button", { name: "Turns", exact: true }).click();
  await page.getByRole("button", { name: /^Turn 4\b/ }).click();
  await expect(page.getByLabel("Go to turn, of 1,000")).toHaveValue("4");
  await expect(turn(page, 4)).toBeInViewport();
  await expectNoOverflow(page);
});

test("axe finds nothing on the list and on a thread", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}?turns=1..5`);
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toContainText("Question 1 of alpha");
  await expectAccessible(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await expectAccessible(page);
});

/** A turn of the conversation, by its number from 1. */
function turn(page: Page, number: number) {
  return page.getByRole("article", { name: `Turn ${number}`, exact: true });
}

/** The line of a turn in the list of turns. */
function listed(page: Page, number: number) {
  return page
    .getByRole("navigation", { name: "Turns" })
    .getByRole("button", { name: new RegExp(`^Turn ${number}\\b`) });
}

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { aTurn, storeTurns } from "../support/threads.ts";

const PROJECT = `acme/way-back-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;
const MANY = 120;

test.beforeAll(() =>
  storeTurns(
    Array.from({ length: MANY }, (_, i) => aTurn(PROJECT, `thread-${String(i).padStart(3, "0")}`, i)),
  ),
);

test("Back leads from a search, a filter and a peek to the list before it, at the place where it was", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/projects");
  await page.goto(`${HOME}?sort=thread_id&dir=asc`);
  await expect(row(page, 0)).toBeVisible();
  await page
    .getByRole("table", { name: "Threads" })
    .evaluate((table) => table.parentElement?.scrollTo(0, 1_900));
  await expect(row(page, 60)).toBeInViewport();
  const place = await topOf(page);

  // A search is one step, however it was typed.
  await page.keyboard.press("/");
  await page.keyboard.type("thread-00", { delay: 60 });
  await expect(page).toHaveURL(/ids=thread-00/);
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ids=thread-007/);
  await expect(row(page, 7)).toBeVisible();
  await expect(page.getByRole("row", { name: /^Thread / })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search thread ids" })).toHaveValue("");
  await expect(row(page, 60)).toBeInViewport();
  expect(await topOf(page)).toBe(place);

  // So is a filter.
  await page.getByRole("combobox", { name: "Errors" }).click();
  await page.getByRole("option", { name: "With errors" }).click();
  await expect(page.getByText("No thread matches these filters")).toBeVisible();
  await page.goBack();
  await expect(row(page, 60)).toBeInViewport();
  expect(await topOf(page)).toBe(place);

  // And all that was looked at beside the list, which closing takes back.
  const peek = page.getByRole("dialog", { name: /^Thread / });
  await row(page, 60).click();
  await expect(peek).toBeVisible();
  await row(page, 61).click();
  await expect(peek).toHaveAccessibleName("Thread thread-061");
  await page.goBack();
  await expect(peek).toHaveCount(0);
  await row(page, 60).click();
  await expect(peek).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(peek).toHaveCount(0);
  await expect(row(page, 60)).toBeInViewport();
  await row(page, 60).click();
  await peek.getByRole("link", { name: "Open the page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Thread", exact: true })).toBeVisible();
  await page.goBack();
  await expect(peek).toBeVisible();
  await page.goBack();
  await expect(peek).toHaveCount(0);
  await expect(row(page, 60)).toBeInViewport();
  await page.goBack();
  await expect(page).not.toHaveURL(/threads/);
});

test("an address that cannot be read as a whole says so above the list", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}?sort=foo&filter=%7Bbad&errors=1&turns=some`);
  const note = page.getByRole("status").filter({ hasText: "This address" });
  await expect(note).toContainText(
    "This address has a sort that does not exist: foo. The list is sorted by when they were updated, newest first.",
  );
  await expect(note).toContainText("the list is shown without them: filter={bad, turns=some.");
  await expect(page.getByRole("combobox", { name: "Errors" })).toContainText("With errors");
  await expectAccessible(page);
  await note.getByRole("button", { name: "Correct the address" }).click();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(`${HOME}?errors=1`);
  await page.goto(`/projects/${PROJECT}/calls?sort=bar&status=odd`);
  await expect(note).toContainText("does not exist: bar");
  await expect(note).toContainText("status=odd");
});

test("a queue of an address that is not there is named above the list, with the ways out", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}?into=nope&queue=gone`);
  const notes = page.getByRole("status").filter({ hasText: "There is no queue" });
  await expect(notes).toHaveText([
    /^There is no queue nope in this project, so threads cannot be chosen for it\. It may have been deleted\./,
    /^There is no queue gone in this project, so no threads are in it\. It may have been deleted\./,
  ]);
  await expect(page.getByRole("combobox", { name: "Queue" })).toContainText("Unknown queue");
  await expectAccessible(page);
  await notes.getByRole("button", { name: "Show threads of all queues and none" }).click();
  await expect(notes).toHaveCount(1);
  await notes.getByRole("button", { name: "Stop choosing" }).click();
  await expect(notes).toHaveCount(0);
  await expect(page).toHaveURL(HOME);
  await page.goto(`/projects/${PROJECT}/calls?queue=gone&into=nope`);
  await expect(notes).toHaveCount(2);
  await notes.first().getByRole("link", { name: "See the queues" }).click();
  await expect(page).toHaveURL(`/projects/${PROJECT}/queues`);
});

test("what the filters say is not cut on a screen of usual width", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto(HOME);
  for (const name of ["Errors", "Queue", "Feedback", "Traffic"])
    await expect
      .poll(() =>
        page
          .getByRole("combobox", { name, exact: true })
          .evaluate((box) =>
            [box, ...box.querySelectorAll("*")].some(
              (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
            ),
          ),
      )
      .toBe(false);
});

/** The thread of this number in the list. */
function row(page: Page, i: number) {
  return page.getByRole("row", { name: new RegExp(`Thread thread-${String(i).padStart(3, "0")},`) });
}

/** How far the list is scrolled. */
async function topOf(page: Page): Promise<number> {
  return await page
    .getByRole("table", { name: "Threads" })
    .evaluate((table) => table.parentElement?.scrollTop ?? 0);
}

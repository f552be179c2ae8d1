import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { aTurn, storeTurns } from "../support/threads.ts";

test("conversations without times of their own come on top when they are stored, and say so", async ({
  page,
  signIn,
}) => {
  const project = `acme/untold-${Date.now()}`;
  const untold = (threadId: string, startMs: number) =>
    aTurn(project, threadId, 0, { startMs, isUntold: true });
  // Made-up times say nothing: what is stored last may be made up to be the oldest.
  await storeTurns([untold("stored-first", Date.parse("2026-03-01T00:00:00Z"))]);
  await signIn(page);
  await page.goto(`/projects/${project}/threads`);
  const totals = page.getByRole("complementary", { name: "Totals" });
  await expect(totals).toContainText("None of these threads says when it began.");
  await expect(totals).toContainText("None of these threads says how long a turn took.");
  await expect(totals.getByRole("img", { name: /Threads over time/ })).toHaveCount(0);
  await expect(page.getByRole("row").nth(1)).toContainText("Question 1 of stored-first");
  await storeTurns([untold("stored-last", Date.parse("2026-01-01T00:00:00Z"))]);
  const pill = page.getByRole("button", { name: "1 new — show" });
  await expect(pill).toBeVisible();
  // It covers no text of a row, wherever its way in has come to.
  await expect
    .poll(async () => {
      const [over, row] = await Promise.all([pill.boundingBox(), page.getByRole("row").nth(1).boundingBox()]);
      return over && row && over.y + over.height <= row.y;
    })
    .toBe(true);
  await pill.click();
  await expect.poll(() => listed(page)).toEqual(["stored-last", "stored-first"]);
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("Imported just now");
  await expect(first.getByTitle("The conversation has no time of its own")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("columnheader", { name: "Updated" }).getByRole("button").click();
  await expect.poll(() => listed(page)).toEqual(["stored-first", "stored-last"]);

  // Beside threads that have times, they stand where they came.
  await storeTurns([aTurn(project, "with-times", 0, { startMs: Date.parse("2026-01-02T00:00:00Z") })]);
  await page.goto(`/projects/${project}/threads`);
  await expect.poll(() => listed(page)).toEqual(["stored-last", "stored-first", "with-times"]);
  await expect(totals).not.toContainText("None of these threads");
  await expect(totals).toContainText("p50 of turns");
  await page.goto(`/projects/${project}/threads/stored-last`);
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();
  await expect(page.getByText("Started", { exact: true })).toHaveCount(0);
});

/** The threads of the list, in its order. */
async function listed(page: Page): Promise<(string | undefined)[]> {
  const rows = page.getByRole("row", { name: /^Thread / });
  const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label") ?? ""));
  return names.map((name) => /^Thread (\S+),/.exec(name)?.[1]);
}

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { answerAs, aWorker } from "../support/annotators.ts";
import { expect, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { aQueue, CORRECT, isSaved, saidIn, shows, TONE } from "../support/queues.ts";

test.use({ expectedErrors: [/409/] });

/** Until what arrived is drawn. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

for (const [choice, value] of [
  ["Keep what is here", true],
  ["Take the newer answer", false],
] as const)
  test(`a newer answer of one's own is shown beside the one here: ${choice}`, async ({ page }) => {
    const queue = await aQueue({ items: 2, fields: [CORRECT, TONE] });
    const ida = await aWorker("Ida", "annotator");
    await signInOnPage(page, ida);
    await page.goto(queue.desk);
    await shows(page, queue.items[0]?.words ?? "");
    await page.keyboard.press("1");
    // What the desk asks about its reservations is answered only once the button is pressed.
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route(/\/items\/(reserve|heartbeat)$/, async (route) => {
      await pressed;
      await route.continue();
    });
    await answerAs(ida, queue, 0, false);
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "You have answered this item elsewhere" });
    const row = dialog.getByRole("row").filter({ hasText: CORRECT.name });
    await expect(row).toContainText("differs");
    await expect(row).toContainText("Yes");
    await expect(row).toContainText("No");
    // The time is shown as people say it, and nothing is shown by its id.
    await expect(dialog.locator("time")).toHaveText(/now|ago/);
    await expect(dialog).not.toContainText(/\d{4}-\d\d-\d\d|[0-9a-f]{8}-[0-9a-f]{4}/);
    await expect(dialog.getByRole("button", { name: "Keep what is here" })).toBeFocused();
    await expectAccessible(page);
    // The desk looks after its reservations while the button is held, and the press counts all the same.
    await dialog.getByRole("button", { name: choice }).hover();
    await page.mouse.down();
    const lookedAfter = page.waitForResponse(/\/work\b/);
    press();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await (await lookedAfter).finished();
    await twoFrames(page);
    await page.mouse.up();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("radio", { name: value ? "Yes" : "No" })).toBeChecked();
    if (value) await expect(page.getByText("Submit to keep what is here", { exact: true })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await shows(page, queue.items[1]?.words ?? "");
    await isSaved(page);
    expect(await saidIn(queue.id)).toEqual([
      `${queue.items[0]?.callId} wandb.annotation.is-it-correct ${value}`,
    ]);
  });

test("the choice between two answers can be put off, and is made by a digit", async ({ page }) => {
  const queue = await aQueue({ items: 2, fields: [CORRECT, TONE] });
  const ida = await aWorker("Ida", "annotator");
  await signInOnPage(page, ida);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await page.keyboard.press("1");
  await page.route(/\/items\/(reserve|heartbeat)$/, () => {});
  await answerAs(ida, queue, 0, false);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "You have answered this item elsewhere" });
  await expect(dialog.getByRole("button", { name: "Keep what is here" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByText("You have answered this item elsewhere.")).toBeVisible();
  await expectAccessible(page);
  const toDo = page.getByRole("navigation", { name: "Items" });
  await expect(toDo.getByRole("button", { name: /two answers: choose one/ })).toBeVisible();
  const first = page.getByText("Choose an answer first.");
  await expect(first).toBeHidden();
  await page.keyboard.press("Control+Enter");
  await expect(first).toBeVisible();
  await page.keyboard.press("v");
  const keep = dialog.getByRole("button", { name: "Keep what is here" });
  await expect(keep).toBeFocused();
  await expect(keep).toHaveAttribute("aria-keyshortcuts", "1");
  await page.keyboard.press("2");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await expect(page.getByText("You have answered this item elsewhere.")).toBeHidden();
});

test("an item that the same person answers elsewhere is shown as done, without a touch", async ({ page }) => {
  const queue = await aQueue({ items: 3 });
  const ida = await aWorker("Ida", "annotator");
  await signInOnPage(page, ida);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByText("0 of 3")).toBeVisible();
  await answerAs(ida, queue, 0, false);
  await expect(page.getByText("Done by you")).toBeVisible();
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
});

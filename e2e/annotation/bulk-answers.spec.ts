import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { asWorker, aWorker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { aQueue, CORRECT, saidIn } from "../support/queues.ts";

/** Items that others hold are refused. */
test.use({ expectedErrors: [/409/] });

test("An annotator answers many items with one key; items that others hold or that were begun are skipped, and all answers can be undone", async ({
  page,
}) => {
  const queue = await aQueue({ items: 5, fields: [CORRECT], settings: { annotators_per_item: 1 } });
  const [ida, ben] = [await aWorker("Ida", "annotator"), await aWorker("Ben", "annotator")];
  const reserve = `/api/annotation_queues/${queue.id}/items/reserve`;
  await asWorker(ben, reserve, { project_id: SERVICE.project, count: 1, item_id: queue.items[1]?.id });
  await asWorker(ida, `/api/annotation_queues/${queue.id}/items/${queue.items[4]?.id}/answer`, {
    project_id: SERVICE.project,
    annotation_state: "skipped",
  });
  await signInOnPage(page, ida);
  await page.goto(queue.desk.replace("/annotate", "/items"));
  await page.getByRole("checkbox", { name: /^Select \d+ rows/ }).check();
  const bar = page.getByRole("region", { name: "Selected items" });
  await expect(bar.getByText("5 items selected")).toBeVisible();
  await expect(bar.getByRole("button", { name: "Remove" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Answer" }).click();

  const dialog = page.getByRole("dialog", { name: "One answer for many items" });
  await expect(dialog.getByText("1 item you have started or completed is left out.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Answer 4 items" })).toBeDisabled();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByRole("radio", { name: "Yes" })).toBeFocused();
  await expect(dialog.getByRole("radio", { name: "Yes" })).toBeChecked();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "No" })).toBeFocused();
  await expect(dialog.getByRole("radio", { name: "No" })).toBeChecked();
  await expectAccessible(page);
  expect(await saidIn(queue.id)).toEqual([]);
  await page.keyboard.press("Enter");
  const held = "1 item reserved or answered by others: not changed.";
  await expect(dialog.getByText(`3 items answered. ${held}`)).toBeVisible();
  const answered = [0, 2, 3].map((n) => `${queue.items[n]?.callId} wandb.annotation.is-it-correct false`);
  expect(await saidIn(queue.id)).toEqual(answered.sort());
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("3 items undone.")).toBeVisible();
  expect(await saidIn(queue.id)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(bar).toHaveCount(0);
});

test.describe("a run over more items than are loaded", () => {
  test.use({ expectedErrors: [/409|503/] });

  test("is stopped, fails and continues; it lists the items that were left, and every item is answered once", async ({
    page,
  }) => {
    const size = 505;
    const queue = await aQueue({ items: size, settings: { annotators_per_item: 1 } });
    const [ida, ben] = [await aWorker("Ida", "annotator"), await aWorker("Ben", "annotator")];
    const ofItem = (n: number) => `/api/annotation_queues/${queue.id}/items/${queue.items[n]?.id}/answer`;
    const completed = { project_id: SERVICE.project, annotation_state: "completed" };
    await signInOnPage(page, ida);
    await page.goto(`${queue.desk.replace("/annotate", "/items")}?state=unstarted`);
    await page.getByRole("checkbox", { name: /^Select \d+ rows/ }).check();
    const bar = page.getByRole("region", { name: "Selected items" });
    await bar.getByRole("button", { name: `Select all ${size} matching` }).click();

    // Ben does two of the first while the pages are read, so those of the next page move up.
    const doneByBen = [2, 3];
    await page.route("**/items/query", async (route) => {
      const { limit, offset } = route.request().postDataJSON();
      if (limit === 500 && offset > 0)
        for (const n of doneByBen.splice(0)) await asWorker(ben, ofItem(n), completed);
      await route.continue();
    });
    await bar.getByRole("button", { name: "Answer" }).click();
    const dialog = page.getByRole("dialog", { name: "One answer for many items" });
    await expect(dialog.getByRole("button", { name: `Answer ${size} items` })).toBeVisible();
    await page.keyboard.press("2");
    await expect(dialog.getByRole("radio", { name: "No" })).toBeFocused();

    // Ben's two are refused. The next is stored and its reply lost, twice; then Escape comes while the fourth further one is on its way.
    const sent: string[] = [];
    await page.route("**/items/*/answer", async (route) => {
      sent.push(route.request().url().split("/").at(-2) ?? "");
      if (sent.length === 10) await page.keyboard.press("Escape");
      if (sent.length !== 5 && sent.length !== 6) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 503, json: { detail: "Not now" } });
    });
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Something went wrong on the server (Not now).")).toBeVisible();
    await expect(
      dialog.getByText(
        `2 items answered. 2 items reserved or answered by others: not changed. ${size - 4} items not processed.`,
      ),
    ).toBeVisible();
    await dialog.getByText("Unchanged items").click();
    await expect(dialog.getByRole("list", { name: "Unchanged" }).getByRole("link")).toHaveText([
      "Item 3",
      "Item 4",
    ]);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(
      dialog.getByText(
        `6 items answered. 2 items reserved or answered by others: not changed. ${size - 8} items not processed.`,
      ),
    ).toBeVisible();
    expect(new Set(sent).size).toBe(8);
    const answered = [0, 1, 4, 5, 6, 7].map(
      (n) => `${queue.items[n]?.callId} wandb.annotation.is-it-correct false`,
    );
    expect(await saidIn(queue.id)).toEqual(answered.sort());
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText("6 items undone.")).toBeVisible();
    expect(await saidIn(queue.id)).toEqual([]);
  });
});

import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aQueue, post } from "./support/queues.ts";

const HOME = `/projects/${SERVICE.project}`;

test("what was retracted is listed with what it took out, lifted, and retracted again", async ({
  page,
  signIn,
}) => {
  const reason = `Answered without reading ${crypto.randomUUID().slice(0, 8)}`;
  // Nobody answered about these items, so that no other journey loses anything.
  const { id } = await aQueue({ items: 2 });
  const asked = { project_id: SERVICE.project, limit: 2 };
  const { items } = await post<{ items: { id: string }[] }>(
    `/api/annotation_queues/${id}/items/query`,
    asked,
  );
  await post("/api/retractions", {
    project_id: SERVICE.project,
    item_ids: items.map(({ id }) => id),
    reason,
  });
  await signIn(page);
  await page.goto(`${HOME}/datasets`);
  await page.getByRole("link", { name: "Retractions" }).click();
  await expect(page.getByRole("heading", { name: "Retractions", exact: true })).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(reason) });
  await expect(row.first()).toContainText("All answers to 2 items");
  await expect(row.first()).toContainText("In force");
  await expectAccessible(page);
  await row.first().getByRole("button", { name: "What it took out" }).click();
  const dialog = page.getByRole("dialog", { name: "All answers to 2 items" });
  await expect(dialog.getByText(/^0 answers and decisions. 0 rows in 0 versions/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Lift the retraction" }).click();
  await expect(dialog).toBeHidden();
  await expect(row.first()).toContainText("Lifted");
  await page.getByRole("button", { name: "Undo" }).click();
  // It is the same one again, and no second one.
  await expect(row).toContainText("In force");
  await row.getByRole("button", { name: "What it took out" }).click();
  await dialog.getByRole("button", { name: "Lift the retraction" }).click();
  await expect(row).toContainText("Lifted");
  await row.getByRole("button", { name: "What it took out" }).click();
  await dialog.getByRole("button", { name: "Retract again" }).click();
  await expect(row).toContainText("In force");
  await page.goto(`${HOME}/datasets/retractions?show=holding`);
  await expect(row).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText("All answers to 2 items")).toBeInViewport();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await row.click();
  await expect(dialog).toBeVisible();
});

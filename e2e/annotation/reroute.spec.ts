import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { asWorker, aWorker } from "../support/annotators.ts";
import { expect, keyHeaders, SERVICE, test } from "../support/fixtures.ts";
import { aQueue, post } from "../support/queues.ts";

const project_id = SERVICE.project;

test("A lead gives somebody's items to others by keyboard, reads first what that does, and takes it back", async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  const ana = await aWorker("Ana", "annotator");
  const queue = await aQueue({ items: 3, settings: { annotators_per_item: 1 } });
  const items = `/api/annotation_queues/${queue.id}/items`;
  for (const { id } of queue.items.slice(0, 2)) {
    const answer = { project_id, annotation_state: "completed", revision: 0, active_ms: 900, feedback: [] };
    await asWorker(ana, `${items}/${id}/answer`, answer);
  }
  const decided = { project_id, values: { [queue.refs[0] ?? ""]: true }, method: "written" };
  await post(`${items}/${queue.items[1]?.id}/decision`, decided);
  await signIn(page);
  await page.goto(`/projects/${project_id}/queues/${queue.id}`);
  const give = page.getByRole("button", { name: `Give to others the items of ${ana.name}` });
  await give.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Give the items of ${ana.name} to others` });
  await expect(dialog.getByText("1 item goes back to the queue.")).toBeVisible();
  await expect(dialog.getByText("1 item stays because a lead decided it.")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: /Retract their answers/ })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("Answers without reading");
  await dialog.getByRole("button", { name: "Give to others" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${ana.name} gets no more items of this queue`, { exact: true })).toBeVisible();
  const isOpen = () =>
    post<{ items: unknown[] }>(`${items}/query`, { project_id, filter: { is_open: true } });
  expect((await isOpen()).items).toHaveLength(2);
  expect(await mayReserve(items, ana.key)).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => mayReserve(items, ana.key)).toBe(200);
  expect((await isOpen()).items).toHaveLength(2);
});

/** The status of asking for an item. */
async function mayReserve(items: string, key: string): Promise<number> {
  const headers = { "Content-Type": "application/json", ...keyHeaders(key) };
  const body = JSON.stringify({ project_id, count: 1 });
  return (await fetch(`${SERVICE.url}${items}/reserve`, { method: "POST", headers, body })).status;
}

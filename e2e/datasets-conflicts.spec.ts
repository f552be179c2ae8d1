import { expectAccessible } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "./support/judged.ts";
import { TONE } from "./support/queues.ts";
import { aModel } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;

/** Ten items, of which the first two ask the same, in a queue that asks for their tone. */
async function aTwiceAskedQueue() {
  const mark = crypto.randomUUID().slice(0, 8);
  const callIds = await recordCalls(
    Array.from({ length: 10 }, (_, n) => ({
      inputs: { messages: [{ role: "user", content: `Where is parcel ${Math.max(1, n)}? ${mark}` }] },
      output: { role: "assistant", content: `It comes on day ${n}.` },
    })),
  );
  const queue = await queueOf({ callIds, specs: [TONE] });
  await answerItems(queue, ["kind", "rude", ...Array(8).fill("kind")]);
  return { ...queue, mark };
}

test("two items with one prompt and different labels are counted before a build, named before a job, and left out on request", async ({
  page,
  signIn,
}) => {
  const modelId = await aModel();
  const queue = await aTwiceAskedQueue();
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}?make=dataset`);
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  const name = `twice-${queue.mark}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Held out, in percent").fill("0");
  await expect(dialog.getByText("1 prompt has different labels.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Leave them out" }).click();
  const reasons = dialog.getByRole("list", { name: "Why items are rejected" });
  await expect(reasons).toHaveText("2Rows with the same prompt teach different values");
  await dialog.getByText("Secrets, duplicates and evaluation").click();
  const option = dialog.getByRole("checkbox", { name: "Leave out prompts that have different labels" });
  await expect(option).toBeChecked();
  await option.click();
  await expect(dialog.getByText("1 prompt has different labels.")).toBeVisible();
  await dialog.getByRole("button", { name: "Build" }).click();
  await expect(page.getByRole("link", { name: "1 prompt has different labels" })).toBeVisible();

  await page.goto(`${HOME}/queues/${queue.id}/train?model=${modelId}`);
  const list = page.getByRole("region", { name: "Prompts with different labels" });
  await expect(list).toContainText(`Where is parcel 1? ${queue.mark}`);
  await expect(list.getByRole("link", { name: /^“(kind|rude)”$/ })).toHaveCount(2);
  await page.getByRole("button", { name: /^Train on v0/ }).click();
  await expect(
    page.getByText("1 prompt of v0 has different labels, and the job learns each of them."),
  ).toBeVisible();
  await page.getByRole("link", { name: "See their rows" }).click();
  await expect(page.getByRole("article", { name: /^Row \d+$/ })).toHaveCount(2);
  const marks = page.getByRole("link", { name: /^Row \d+ has this prompt with another label$/ });
  await expect(marks).toHaveCount(2);
  await marks.first().press("Enter");
  await expect(page).toHaveURL(/conflict=1#row-\d+$/);
});

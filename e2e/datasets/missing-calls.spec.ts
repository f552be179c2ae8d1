import { expectAccessible } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "../support/judged.ts";
import { CORRECT } from "../support/queues.ts";

const HOME = `/projects/${SERVICE.project}`;

/** Three good answers, of which the first says what a tool gave. */
async function aQueueWithATool() {
  const mark = crypto.randomUUID().slice(0, 8);
  const callIds = await recordCalls(
    [1, 2, 3].map((n) => ({
      inputs: { messages: [{ role: "user", content: `A table for ${n}, please. ${mark}` }] },
      output: { role: "assistant", content: `Their phone number is 408-247-888${n}.` },
    })),
  );
  const [first = ""] = callIds;
  await recordCalls([
    {
      ...{ trace_id: first, parent_id: first, op_name: "Restaurants_1.ReserveRestaurant" },
      ...{ inputs: { seats: 1 }, output: [{ phone_number: "408-247-8881" }] },
    },
  ]);
  const queue = await queueOf({ callIds, specs: [CORRECT] });
  await answerItems(queue, [true, true, true]);
  return { ...queue, mark };
}

test("a row whose answer rests on a tool's call is counted before a build, left out on request, and marked in its version", async ({
  page,
  signIn,
}) => {
  const queue = await aQueueWithATool();
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}?make=dataset`);
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  await dialog.getByLabel("Name").fill(`tools-${queue.mark}`);
  await dialog.getByLabel("Held out, in percent").fill("0");
  const note = dialog.getByText("1 row rests on calls that it does not have.");
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Leave them out" }).click();
  const reasons = dialog.getByRole("list", { name: "Why items are rejected" });
  await expect(reasons).toHaveText("1Its answer rests on calls that the row does not have");
  await dialog.getByText("Secrets, duplicates and evaluation").click();
  const option = dialog.getByRole("checkbox", { name: "Leave out rows that rest on calls they do not have" });
  await expect(option).toBeChecked();
  await option.click();
  await expect(note).toBeVisible();
  await dialog.getByRole("button", { name: "Build" }).click();

  await page.getByRole("link", { name: "1 row rests on calls that it does not have" }).click();
  const row = page.getByRole("article", { name: /^Row \d+$/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Rests on 1 call that it does not have");
  await expect(row).toContainText("408-247-8881");
  await expectAccessible(page);
});

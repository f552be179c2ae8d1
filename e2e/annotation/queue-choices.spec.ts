import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { queueOf, recordCalls } from "../support/judged.ts";
import { TONE } from "../support/queues.ts";

const HOME = `/projects/${SERVICE.project}`;

test("the form of a rule counts what the rule takes, calls of evaluations only where they are meant", async ({
  page,
  signIn,
}) => {
  const mark = `mark${crypto.randomUUID().slice(0, 8)}`;
  const inputs = { messages: [{ role: "user", content: `Where is parcel ${mark}?` }] };
  const callIds = await recordCalls([
    { inputs, output: "Here." },
    { inputs, output: "There.", thread_id: `eval/${mark}` },
  ]);
  const queue = await queueOf({ callIds: callIds.slice(0, 1), specs: [TONE] });
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}/rules`);
  await page.getByRole("button", { name: "New rule" }).first().click();
  const form = page.getByRole("dialog", { name: "New rule" });
  await form.getByLabel("Text in inputs or output").fill(mark);
  await expect(form.getByText("1 call so far matches.")).toBeVisible();
  await form.getByLabel("Also calls of evaluations and of the playground").check();
  await expect(form.getByText("2 calls so far match.")).toBeVisible();
  await expectAccessible(page);
});

test("of a call with many fields, the few that most people want are offered first, and the others are a press away", async ({
  page,
  signIn,
}) => {
  const settings = Object.fromEntries(
    ["seed", "model", "temperature", "top_p", "stop", "user", "tier", "store"].map((name, n) => [name, n]),
  );
  const mark = crypto.randomUUID().slice(0, 8);
  const [callId = ""] = await recordCalls([
    {
      inputs: { ...settings, messages: [{ role: "user", content: `Many fields ${mark}` }] },
      output: { choices: [{ message: { role: "assistant", content: "Yes." } }], system_fingerprint: "f" },
    },
  ]);
  await signIn(page);
  await page.goto(`${HOME}/calls/${callId}`);
  await page.getByRole("button", { name: "Add to queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 1 call to a queue" });
  const shown = dialog.getByRole("group", { name: "What annotators see first" });
  await expect(shown.getByRole("checkbox", { name: "inputs.messages" })).toBeVisible();
  await expect(shown.getByRole("checkbox")).toHaveCount(4);
  await expectAccessible(page);
  await shown.getByText(/^More fields \(\d+\)$/).click();
  const seed = shown.getByRole("checkbox", { name: "inputs.seed" });
  await seed.check();
  await expect(seed).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test("an empty queue leads to lists in which its items are chosen for it", async ({ page, signIn }) => {
  const queue = await queueOf({ callIds: [], specs: [TONE] });
  await signIn(page);
  for (const list of ["Threads", "Calls"]) {
    await page.goto(`${HOME}/queues/${queue.id}`);
    await page.getByRole("link", { name: `Choose ${list.toLowerCase()}` }).click();
    await expect(page.getByRole("heading", { name: list, exact: true })).toBeVisible();
    await expect(page.getByText(`Choose what goes into “${queue.name}”.`)).toBeVisible();
  }
});

import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { aWorker } from "./support/annotators.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "./support/judged.ts";
import { signInOnPage } from "./support/people.ts";
import { aQueue, post, shows, TONE } from "./support/queues.ts";
import { aModel, bearer, ended } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const project_id = SERVICE.project;

test("answers in a queue become a dataset and a training job, all in the browser", { tag: "@long" }, async ({
  page,
  signIn,
  browser,
}) => {
  const modelId = await aModel();
  const mark = crypto.randomUUID().slice(0, 8);
  const queue = await anAnsweredQueue(mark);
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}`);
  await page.getByRole("button", { name: "Make a dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  const counts = dialog.getByRole("status", { name: "Rows" });
  await dialog.getByLabel("Held out, in percent").fill("0");
  await expect(counts.locator("dd")).toHaveText(["3", "0", "0", "1"]);
  await expect(dialog.getByText("1 item waits for a first answer")).toBeVisible();
  await expectAccessible(page);
  const name = `tones-${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Build" }).click();

  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const first = page.getByRole("article", { name: "Row 1", exact: true });
  await expect(first.getByText(`Where is parcel 1? ${mark}`)).toBeVisible();
  // The label is the answer to a question, and no second reply.
  await expect(first.getByRole("definition")).toHaveText(["How is the tone?", "kind"]);
  await expect(first.getByText("Assistant", { exact: true })).toHaveCount(0);
  await expect(first.getByRole("list", { name: "Made from" })).toContainText(/Answer of/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Build version" }).click();
  await expect(page.getByText("Nothing has changed since v0", { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole("tab", { name: /^Left out/ }).click();
  const waiting = page.getByRole("row").filter({ hasText: "Nobody has answered it yet" });
  await expect(waiting).toHaveCount(1);
  await expect(waiting.getByRole("link", { name: /^Where is parcel \d\?/ })).toBeVisible();

  await page.getByRole("link", { name: "Train on v0" }).click();
  await page.waitForURL(/training\/new\?data=/);
  // The newest model may belong to another journey that runs at the same time.
  await page.goto(`${page.url()}&model=${modelId}`);
  const rail = page.getByRole("complementary", { name: "What this job will do" });
  await expect(rail.locator("dd").first()).toHaveText("3");
  await expect(page.getByText(`dataset ${name}:v0`)).toBeVisible();
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
  await expect(page).toHaveURL(/training\/[0-9a-f-]{36}$/);

  await addsCalls(page, { mark, name });
  await seesWhatRetractingTakesOut(page, { queueId: queue.id, name });
  await page.goto(`${HOME}/datasets?name=${name}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await seesItsYield(await (await browser.newContext()).newPage(), queue.id, name);
  await readsAlone(await (await browser.newContext()).newPage(), name);
});

/** What a list shows goes into a dataset that is there, whose other rows stay. */
async function addsCalls(page: Page, { mark, name }: { mark: string; name: string }): Promise<void> {
  await page.goto(`${HOME}/calls?q=${mark}`);
  await expect(page.getByText("4 calls", { exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  await expect(async () => {
    await page.keyboard.press("b");
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const counts = dialog.getByRole("status", { name: "Rows" });
  await dialog.getByLabel("Held out, in percent").fill("0");
  await expect(counts.locator("dd")).toHaveText(["4", "0", "0"]);
  await dialog.getByRole("combobox", { name: "Into" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  await expect(counts.locator("dd")).toHaveText(["7", "0", "0", "1"]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add and build" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("article", { name: "Row 7", exact: true })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("v");
    await expect(page.getByRole("list", { name: "Changes" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("article", { name: "Added" })).toHaveCount(4);
  await expect(page.getByText("3 rows are the same")).toBeVisible();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Train on v1" })).toBeVisible();
}

/** Other journeys use what the same person said, so nothing is retracted here. */
async function seesWhatRetractingTakesOut(
  page: Page,
  { queueId, name }: { queueId: string; name: string },
): Promise<void> {
  await page.goto(`${HOME}/queues/${queueId}`);
  await page.getByRole("button", { name: /^Retract the answers of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Retract the answers of/ });
  const versions = dialog.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("listitem").filter({ hasText: `${name}, v0` })).toContainText(
    "3 of 3 rows",
  );
  await expect(
    dialog.getByText(/those to come as well\. No later version of a dataset takes them/),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
}

/** An annotator, who has no way to datasets, sees at the desk what the own answer would give them. */
async function seesItsYield(page: Page, queueId: string, name: string): Promise<void> {
  const yara = await aWorker("Yara", "annotator");
  await signInOnPage(page, yara);
  await page.goto(`${HOME}/queues/${queueId}/annotate`);
  await page.getByRole("radio", { name: "rude" }).check();
  await expect(page.getByRole("button", { name: /^Yields 1 row/ })).toBeVisible();
  await page.keyboard.press("y");
  const dialog = page.getByRole("dialog", { name: "What this answer yields" });
  await expect(dialog.getByRole("region", { name })).toContainText(/Where is parcel.*rude/);
  await expectAccessible(page);
  await expect(dialog.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("y");
  await expect(dialog).toBeHidden();
  await post("/api/retractions", { project_id, annotator_user_id: yara.userId });
  const retracted = page.getByRole("button", { name: /^Yields nothing: your answers are retracted/ });
  // The next item says so before anything is answered.
  await page.keyboard.press("j");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(retracted).toBeVisible();
  await page.keyboard.press("y");
  await expect(dialog.getByRole("region", { name })).toContainText("What you said is kept.");
  await expectAccessible(page);
  await page.keyboard.press("y");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Flag for the lead" }).click();
  await expect(page.getByRole("button", { name: /^Yields nothing: someone flagged/ })).toBeVisible();
  await page.context().close();
}

test("a dataset that is made while the desk is open shows there what an answer gives it", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 2 });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(page.getByRole("button", { name: /^Yields/ })).toHaveCount(0);
  const source = { kind: "queue", queue_id: queue.id, use: "labels", field: queue.refs[0] };
  await post("/api/datasets", {
    ...{ project_id, name: `late-${crypto.randomUUID().slice(0, 8)}`, kind: "sft", description: "" },
    recipe: { sources: [source] },
  });
  await expect(page.getByRole("button", { name: /^Yields nothing: the call has not ended/ })).toBeVisible();
});

test("votes on pairs become a dataset and a preference job", { tag: "@long" }, async ({ page, signIn }) => {
  const modelId = await aModel();
  const queueId = await aVotedQueue();
  await signIn(page);
  await page.goto(`${HOME}/queues/${queueId}`);
  await page.getByRole("button", { name: "Make a dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  const name = `votes-${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Held out, in percent").fill("0");
  await expect(dialog.getByRole("status", { name: "Rows" }).locator("dd").first()).toHaveText("4");
  await dialog.getByRole("button", { name: "Build" }).click();
  await page.getByRole("link", { name: "Train on v0" }).click();
  await page.waitForURL(/training\/new\?data=.*method=preference/);
  await page.goto(`${page.url()}&model=${modelId}`);
  await expect(page.getByRole("radio", { name: "Preferences" })).toBeChecked();
  const rail = page.getByRole("complementary", { name: "What this job will do" });
  await expect(rail.getByText("Not preferred: line 1")).toBeVisible();
  await expectAccessible(page);
  await page.getByText("How to learn").click();
  await page.getByLabel("Epochs").fill("5");
  await page.getByLabel("Learning rate").fill("0.002");
  await expect(page.getByLabel("Warm-up in %")).toHaveValue("0");
  await page.getByText("Validation and checkpoints", { exact: true }).click();
  await page.getByLabel("Steps between measurements").fill("3");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
  const jobId = page.url().split("/").at(-1) ?? "";
  expect(await ended(jobId)).toMatchObject({
    ...{ status: "COMPLETED", kind: "preference", config: { validation_every: 3 } },
  });
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  for (const chart of ["Margin", "Accuracy", "Log-probability, preferred"])
    await expect(page.getByRole("heading", { name: chart })).toBeVisible();
  await expectAccessible(page);
  const preferred = [
    { role: "user", content: "Where is parcel 1?" },
    { role: "assistant", content: "It comes on day 1, I promise." },
  ];
  const { name: modelName } = await (await bearer(`/v1/preview/models/${modelId}`)).json();
  expect(await logprobOf(modelName, preferred)).toBeGreaterThan(
    (await logprobOf("spindle-mini", preferred)) + 1,
  );
});

/** A viewer reads a dataset and changes nothing; annotators have no way there. */
async function readsAlone(page: Page, name: string): Promise<void> {
  await signInOnPage(page, await aWorker("Vera", "viewer"));
  await page.goto(`${HOME}/datasets?name=${name}`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("article", { name: "Row 1", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Build version" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Train on/ })).toHaveCount(0);
  await page.context().close();
}

/** Four conversations in a queue that asks for the tone; three are answered. */
async function anAnsweredQueue(mark: string): Promise<{ id: string }> {
  const callIds = await recordCalls(
    [1, 2, 3, 4].map((n) => ({
      inputs: { messages: [{ role: "user", content: `Where is parcel ${n}? ${mark}` }] },
      output: { role: "assistant", content: `It comes on day ${n}.` },
    })),
  );
  const queue = await queueOf({ callIds, specs: [TONE] });
  await answerItems(queue, ["kind", "kind", "kind"]);
  return queue;
}

/** Four pairs of answers to one question each, of which people preferred the first. */
async function aVotedQueue(): Promise<string> {
  const callIds = await recordCalls(
    ["It comes on day 1, I promise.", "Who knows?"].flatMap((answer) =>
      [1, 2, 3, 4].map((n) => ({
        inputs: { messages: [{ role: "user", content: `Where is parcel ${n}?` }] },
        output: { role: "assistant", content: answer.replace("1", String(n)) },
      })),
    ),
  );
  const name = `Votes ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await post("/api/annotation_queues", {
    project_id,
    name,
    scorer_refs: [],
    kind: "pairwise",
  });
  const at = `/api/annotation_queues/${id}`;
  const pairs = [0, 1, 2, 3].map((n) => ({ call_id: callIds[n], pair_call_id: callIds[n + 4] }));
  await post(`${at}/pairs`, { project_id, pairs, display_fields: ["output"] });
  const { items } = await post<{ items: { id: string; call_id: string; pair_call_id: string }[] }>(
    `${at}/items/query`,
    { project_id },
  );
  for (const item of items)
    await post(`${at}/items/${item.id}/answer`, {
      project_id,
      annotation_state: "completed",
      feedback: [
        {
          project_id,
          weave_ref: `weave:///${project_id}/call/${item.call_id}`,
          feedback_type: "spindle.preference.1",
          payload: {
            verdict: "first",
            second_ref: `weave:///${project_id}/call/${item.pair_call_id}`,
            strength: null,
          },
          queue_id: id,
        },
      ],
    });
  return id;
}

/** How likely a model finds the last message after those before it, in nats. */
async function logprobOf(model: string, messages: readonly object[]): Promise<number> {
  const total = async (some: readonly object[]) => {
    const body = { model, messages: some, max_tokens: 1, prompt_logprobs: 0 };
    const { prompt_logprobs: each } = await (await bearer("/v1/chat/completions", body)).json();
    const tokens: ({ [id: string]: { logprob: number } } | null)[] = each;
    return tokens.reduce((sum, one) => sum + (one ? (Object.values(one)[0]?.logprob ?? 0) : 0), 0);
  };
  return (await total(messages)) - (await total(messages.slice(0, -1)));
}

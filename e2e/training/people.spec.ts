import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { inDatabase } from "../support/database.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aQueue, isSaved, post, shows } from "../support/queues.ts";
import { aModel, rowsOf } from "../support/training.ts";

const project_id = SERVICE.project;
const HOME = `/projects/${project_id}`;
const WAITS = "A training run waits for this";
/** Once at the desk. */
const WAITS_HERE = / waits for this item: \d+ of \d+ repl/;

/** Questions to answer, four of them. */
async function somePrompts(): Promise<string> {
  const form = new FormData();
  form.append("purpose", "fine-tune");
  form.append("project_id", project_id);
  form.append("file", new Blob([rowsOf(4)]), "friends.jsonl");
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const uploaded = await fetch(`${SERVICE.url}/v1/files`, { method: "POST", headers, body: form });
  const { id: file_id } = await uploaded.json();
  const recipe = { sources: [{ kind: "upload", file_id }], split: { held_out: 0, seed: 1 } };
  const name = `friends-${crypto.randomUUID().slice(0, 8)}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind: "sft", recipe },
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  return dataset.id;
}

/** Waits until the desk shows another item than the one before, and answers it. */
async function answer(page: Page, done: number): Promise<void> {
  await expect(page.getByRole("progressbar", { name: /by you/ })).toHaveAttribute(
    "aria-valuenow",
    String(done),
  );
  const question = page.getByRole("group", { name: "Is it correct?" });
  await question.getByRole("radio", { name: done % 2 === 0 ? "Yes" : "No" }).check();
  await page.getByRole("button", { name: "Submit and next" }).click();
}

test("a run asks people: its items come first at the desk and say so, and the run continues once they are answered", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  const queue = await aQueue({ items: 2, settings: { annotators_per_item: 1 } });
  const [datasetId, modelId] = await Promise.all([somePrompts(), aModel()]);

  await signIn(page);
  await page.goto(`${HOME}/training/new?method=rl&model=${modelId}&dataset=${datasetId}`);
  await page.getByRole("combobox", { name: "Queue to ask in" }).click();
  await page.getByRole("option", { name: queue.name }).click();
  const typed = {
    Prompts: "2",
    "Answers to each prompt": "2",
    "Maximum tokens per answer": "6",
    Rounds: "1",
  };
  for (const [label, value] of Object.entries(typed))
    await page.getByRole("textbox", { name: label, exact: true }).fill(value);
  await page.getByRole("textbox", { name: "Hours to wait" }).fill("2");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start the run" }).click();

  const notice = page.getByRole("status").filter({ hasText: "Round 1 waits for people." });
  await expect(notice).toContainText("4 of 4 replies still need a rating", { timeout: 120_000 });
  const address = page.url();
  await page.goto(`${HOME}/queues/${queue.id}/items`);
  await expect(page.getByRole("row", { name: /^Item / }).filter({ hasText: WAITS })).toHaveCount(4);

  // On an item of one's own choice, a link leads to those that the run waits for; otherwise they come next.
  await page.goto(`${HOME}/queues/${queue.id}/items?item=${queue.items[1]?.id}`);
  await page.getByRole("link", { name: "On the desk" }).click();
  await shows(page, queue.items[1]?.words ?? "");
  await expect(page.getByText(/ waits for \d items? of your list/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Go to (it|the first)$/ })).toBeVisible();
  await answer(page, 0);
  await expect(page.getByText(/ waits for this item: 4 of 4 replies still need a rating/)).toBeVisible();
  for (const done of [1, 2, 3, 4]) {
    await expect(page.getByText(WAITS_HERE)).toHaveCount(1);
    if (done === 1) await expectAccessible(page);
    await answer(page, done);
  }
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByText(WAITS_HERE)).toHaveCount(0);
  await expect(page.getByText(/replies still need a rating/)).toHaveCount(0);
  // The next item appears before the last answer has arrived.
  await isSaved(page);

  await page.goto(address);
  const round = page.getByRole("table", { name: "Rounds" }).getByRole("row").nth(1);
  await expect(round).toContainText("Done", { timeout: 120_000 });
  const runId = new URL(address).pathname.split("/").at(-1);
  const { rollouts } = await post<{ rollouts: { settled_by: string; human_value: number }[] }>(
    `/api/rl_runs/${runId}/rollouts`,
    { project_id, round: 1, order: "position", limit: 9, offset: 0 },
  );
  expect(rollouts.map(({ settled_by }) => settled_by)).toEqual(["people", "people", "people", "people"]);
  expect(rollouts.map(({ human_value }) => human_value).sort()).toEqual([0, 0, 1, 1]);
});

// The desk finds out by asking for what is gone.
test.describe("a run that is stopped", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("takes its items from the desk that holds them, which moves on and says why", async ({
    page,
    signIn,
  }) => {
    test.setTimeout(240_000);
    const queue = await aQueue({ items: 1, settings: { annotators_per_item: 1 } });
    const [dataset_id, model_id] = await Promise.all([somePrompts(), aModel()]);
    const { run } = await post<{ run: { id: string } }>("/api/rl_runs", {
      ...{ project_id, model_id, dataset_id, graders: [] },
      config: { rounds: 1, prompts_per_round: 2, rollouts: 2, max_tokens: 6 },
      human: { queue_id: queue.id, park: "all", fallback: "drop", budget_per_round: 4, deadline_hours: 2 },
    });
    const waits = () => post<{ waits: { run_id: string }[] }>("/api/rl_runs/waits", { project_id });
    await expect
      .poll(async () => (await waits()).waits.some(({ run_id }) => run_id === run.id), { timeout: 120_000 })
      .toBe(true);
    await signIn(page);
    await page.goto(`${HOME}/queues/${queue.id}/annotate`);
    await expect(page.getByText(WAITS_HERE)).toBeVisible();

    await post(`/api/rl_runs/${run.id}/cancel`, { project_id, keep: true });
    await expect(page.getByText(/^The run that asked about this item has ended/)).toBeVisible();
    await shows(page, queue.items[0]?.words ?? "");
    await expect(page.getByText(WAITS_HERE)).toHaveCount(0);
    await page.goto(`${HOME}/training/runs/${run.id}`);
    const round = page.getByRole("table", { name: "Rounds" }).getByRole("row").nth(1);
    await expect(round).toContainText("Stopped");
    await expect(round).toContainText("not answered by people");
    await page.goto(`${HOME}/queues/${queue.id}/items`);
    await expect(page.getByRole("row", { name: /^Item / })).toHaveCount(1);
  });

  test("and one whose deadline passes takes them, too: the desk moves on, and the round says that nobody answered", {
    tag: "@long",
  }, async ({ page, signIn }) => {
    test.setTimeout(240_000);
    const queue = await aQueue({ items: 1, settings: { annotators_per_item: 1 } });
    const [dataset_id, model_id] = await Promise.all([somePrompts(), aModel()]);
    const { run } = await post<{ run: { id: string } }>("/api/rl_runs", {
      ...{ project_id, model_id, dataset_id, graders: [] },
      config: { rounds: 2, prompts_per_round: 2, rollouts: 2, max_tokens: 6 },
      human: { queue_id: queue.id, park: "all", fallback: "drop", budget_per_round: 4, deadline_hours: 2 },
    });
    const waits = () => post<{ waits: { run_id: string }[] }>("/api/rl_runs/waits", { project_id });
    await expect
      .poll(async () => (await waits()).waits.some(({ run_id }) => run_id === run.id), { timeout: 120_000 })
      .toBe(true);
    await signIn(page);
    await page.goto(`${HOME}/queues/${queue.id}/annotate`);
    await expect(page.getByText(WAITS_HERE)).toBeVisible();
    await inDatabase((client) =>
      client.query("update rl_round set human_deadline = now() where run_id = $1", [run.id]),
    );
    await expect(
      page.getByText(/^The deadline of the run that asked about this item has passed/),
    ).toBeVisible();
    await page.goto(`${HOME}/training/runs/${run.id}`);
    const rounds = page.getByRole("table", { name: "Rounds" });
    await expect(rounds.getByRole("row", { name: /^1 / })).toContainText(
      /Nobody answered 4 of 4 replies by \d\d:\d\d; they were left out\./,
    );
  });
});

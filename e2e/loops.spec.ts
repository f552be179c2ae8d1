import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, keyHeaders, SERVICE, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";
import { bearer } from "./support/training.ts";

// The page of a loop may hear that it is gone before it has left, and one save is refused.
test.use({ expectedErrors: [/status of 4(04|22)/] });

const TEAMS = ["orders", "refunds"] as const;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

// Real answers, a real job and real evaluations, one after the other.
test.setTimeout(240_000);

test("a loop goes round by itself at new answers, asks, and rests where nothing changed", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const place = await aPlace();
  await signIn(page);
  await page.goto(`${place.home}/loops`);
  await expect(page.getByText("No loops yet")).toBeVisible();
  await page.getByRole("button", { name: "New loop" }).click();
  const making = page.getByRole("dialog", { name: "New loop" });
  await making.getByRole("button", { name: "Create loop" }).click();
  await expect(making.getByText("Choose a dataset.")).toBeVisible();
  await expectAccessible(page);
  await making.getByLabel("Name").fill("Every two answers");
  await choose(page, "Dataset", "teams");
  await making.getByLabel("New answers").fill("2");
  await choose(page, "Model", place.model);
  await making.getByLabel("Epochs").fill("4");
  await making.getByLabel("Learning rate").fill("0.01");
  await choose(page, "Evaluation", "Teams");
  await choose(page, "Metric", "NLL of the reference");
  await making.getByLabel("Alias", { exact: true }).fill("production");
  await making.getByRole("button", { name: "Create loop" }).click();
  await expect(page.getByRole("heading", { name: "Every two answers" })).toBeVisible();
  await expect(page.getByText("It has not run yet.")).toBeVisible();
  await expectAccessible(page);

  await place.answer(0);
  await expect(page.getByText("1 of 2")).toBeVisible();
  await place.answer(1);
  await expect(page.getByText("begun at new answers")).toBeVisible();
  const asked = page.getByRole("link", { name: "production: waiting" }).first();
  await expect(asked).toBeVisible({ timeout: 120_000 });
  await expect(
    page.getByText(/^Step 1 waits for an admin to become production\. NLL of the reference over step/),
  ).toBeVisible();
  await expectAccessible(page);
  const loopUrl = page.url();
  await asked.click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("region", { name: "Alias production" })).toContainText("step 1");
  await page.goto(loopUrl);
  await expect(page.getByRole("link", { name: "production: approved" }).first()).toBeVisible();
  await expect(page.getByText(/^An admin approved that step 1 becomes production\./)).toBeVisible();
  await expect(page.getByText(/waits for an admin/)).toHaveCount(0);
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByText("by a loop", { exact: true })).toHaveCount(2);
  await expect(comparison.getByText("In production", { exact: true })).toHaveCount(1);
  await page.goto(loopUrl);

  await page.getByRole("button", { name: "Run now" }).click();
  await expect(
    page.getByText("Nothing has changed: the loop has learned from version 0 before"),
  ).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoOverflow(page);
  await page.goto(`${place.home}/loops`);
  await expect(page.getByText("Last run: Skipped")).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test("a run above the budget waits and can be stopped, and one act pauses every loop", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const place = await aPlace();
  const { loop } = await post<{ loop: { id: string } }>("/api/loops", {
    project_id: place.project_id,
    name: "Once a day",
    dataset_id: place.dataset_id,
    when: { kind: "hours", hours: 700 },
    train: { kind: "sft", model_id: place.model_id, config: { n_epochs: 1 } },
    max_jobs: 1,
  });
  await place.answer(0);
  await signIn(page);
  await page.goto(`${place.home}/loops/${loop.id}`);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("Step 1 is there; the loop measures nothing")).toBeVisible({
    timeout: 120_000,
  });

  await place.answer(1);
  await page.getByRole("button", { name: "Run now" }).click();
  const waits = page.getByRole("status").filter({ hasText: "It made 1 job in 24 hours and may make 1." });
  await expect(waits).toContainText(/It continues (in|tomorrow)/);
  await expect(page.getByText("Waiting for budget", { exact: true })).toBeVisible();
  const runs = page.getByRole("region", { name: "Runs" });
  await expect(runs.getByText("Waiting", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Waiting", exact: true })).toBeDisabled();
  await expect(page.getByRole("main")).toBeFocused();
  // It measures nothing, and says so from the start.
  await expect(page.getByText("Evaluate", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  const loopUrl = page.url();
  await page.goto(`${place.home}/overview`);
  const waiting = page
    .getByRole("region", { name: "Waiting" })
    .getByRole("link", { name: /^Loop Once a day/ });
  await expect(waiting).toContainText("waits to train on v1: 1 job in 24 hours made");
  const step = page.getByRole("region", { name: "Next step" });
  await expect(step.getByRole("heading")).toHaveText("The loop “Once a day” waits to train on version 1");
  await expectAccessible(page);
  await step.getByRole("link", { name: "Open the loop" }).click();
  await page.waitForURL(loopUrl);
  await page.getByRole("button", { name: "Raise the limit" }).click();
  await expect(page.getByRole("textbox", { name: "Jobs in 24 hours, at most" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stop this run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop", exact: true }).click();
  await expect(runs.getByText(/^(?!Somebody).+ stopped it$/)).toBeVisible();

  await page.getByRole("button", { name: "Run now" }).click();
  await expect(waits).toBeVisible();
  await page.goto(`${place.home}/loops`);
  await page.getByRole("button", { name: "Stop all" }).click();
  const asking = page.getByRole("alertdialog");
  await expectAccessible(page);
  await asking.getByRole("button", { name: "Stop all" }).click();
  const card = page.getByRole("article", { name: "Loop Once a day" });
  await expect(card.getByText("Paused", { exact: true })).toBeVisible();
  await expect(card.getByText("Last run: Stopped")).toBeVisible();
  await card.getByRole("button", { name: "Set to work" }).click();
  await expect(card.getByText("At work")).toBeVisible();

  await page.setViewportSize(DESKTOP);
  const datasets = Promise.withResolvers<void>();
  await page.route(/\/api\/datasets\/query$/, async (route) => {
    await datasets.promise;
    await route.continue();
  });
  await page.goto(`${place.home}/loops/${loop.id}`);
  await page.getByRole("button", { name: "Edit the loop" }).click();
  const editing = page.getByRole("dialog", { name: "Edit the loop" });
  // What a dataset is decides what is saved, so that nothing can be before it is known.
  await expect(editing.getByRole("button", { name: "Save" })).toBeDisabled();
  datasets.resolve();
  await editing.getByLabel("Jobs in 24 hours, at most").fill("9");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 of at most 9")).toBeVisible();
  await fetch(`${SERVICE.url}/api/datasets/${place.dataset_id}?project_id=${place.project_id}`, {
    method: "DELETE",
    headers: keyHeaders(SERVICE.apiKey),
  });
  await page.reload();
  await page.getByRole("button", { name: "Edit the loop" }).click();
  await expect(editing.getByText(/^teams is archived, so nothing can be built of it\./)).toBeVisible();
  await editing.getByRole("button", { name: "Save" }).click();
  // Nothing is saved, and the form says why.
  await expect(editing.getByText(/^teams is archived/)).toHaveCount(1);
  await expectAccessible(page);
  await editing.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete the loop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No loops yet")).toBeVisible();
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("dialog").getByLabel(label).click();
  await page.getByRole("option", { name: option }).click();
}

/** A project of its own with a queue of two questions, a dataset of its answers, an evaluation that asks the same, and a model. */
async function aPlace() {
  const project = `round-${crypto.randomUUID().slice(0, 8)}`;
  const project_id = `acme/${project}`;
  const headers = { "Content-Type": "application/json", ...keyHeaders(SERVICE.apiKey) };
  const ids = [0, 1].map(() => crypto.randomUUID());
  const messages = (n: number) => [{ role: "user", content: `Where is parcel ${n * 7919}?` }];
  const batch = ids.map((id, n) => {
    const at = { started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" };
    return {
      id,
      trace_id: id,
      op_name: "ask",
      attributes: {},
      inputs: { messages: messages(n) },
      output: "…",
      summary: {},
      ...at,
    };
  });
  await post(`/api/v2/acme/${project}/calls/complete`, { batch });
  const obj = {
    project_id,
    object_id: "team",
    val: { name: "Team", field_schema: { type: "string", enum: TEAMS } },
  };
  const { digest } = await post<{ digest: string }>("/api/obj/create", {
    obj: { ...obj, builtin_object_class: "AnnotationSpec" },
  });
  const ref = `weave:///${project_id}/object/team:${digest}`;
  const { id: queue_id } = await post("/api/annotation_queues", {
    project_id,
    name: "Teams",
    scorer_refs: [ref],
  });
  await post(`/api/annotation_queues/${queue_id}/items`, { project_id, call_ids: ids, display_fields: [] });
  const { items } = await post<{ items: { id: string }[] }>(
    `/api/annotation_queues/${queue_id}/items/query`,
    {
      project_id,
    },
  );
  const source = { kind: "queue", queue_id, use: "labels", field: ref };
  const named = { project_id, name: "teams", kind: "sft", recipe: { sources: [source] } };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", named);
  const model = `router-${crypto.randomUUID().slice(0, 8)}`;
  const made = await bearer("/v1/preview/models", {
    entity: "acme",
    project,
    name: model,
    base_model: "spindle-mini",
  });
  const { id: model_id } = await made.json();
  await anExam(project_id, [0, 1, 2, 3, 4, 5].map(messages), headers);
  const answer = async (n: number) => {
    const weave_ref = `weave:///${project_id}/call/${ids[n]}`;
    const said = {
      project_id,
      weave_ref,
      feedback_type: "wandb.annotation.team",
      annotation_ref: ref,
      payload: { value: TEAMS[0] },
    };
    await post(`/api/annotation_queues/${queue_id}/items/${items[n]?.id}/answer`, {
      ...{ project_id, annotation_state: "completed", revision: 0, feedback: [said] },
    });
  };
  return { project_id, home: `/projects/${project_id}`, dataset_id: dataset.id, model, model_id, answer };
}

/** An evaluation of questions whose answer is what people say. */
async function anExam(project_id: string, asked: object[][], headers: Record<string, string>): Promise<void> {
  const lines = asked.map((messages) =>
    JSON.stringify({ messages: [...messages, { role: "assistant", content: TEAMS[0] }] }),
  );
  const form = new FormData();
  form.set("purpose", "fine-tune");
  form.set("project_id", project_id);
  form.set("file", new File([lines.join("\n")], "exam.jsonl"));
  const sent = await fetch(`${SERVICE.url}/v1/files`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SERVICE.apiKey}` },
    body: form,
  });
  expect(sent.status, await sent.clone().text()).toBe(200);
  const recipe = { sources: [{ kind: "upload", file_id: (await sent.json()).id }], split: { held_out: 0.9 } };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    project_id,
    name: "exam",
    kind: "sft",
    recipe,
  });
  const built = await fetch(`${SERVICE.url}/api/datasets/${dataset.id}/versions`, {
    method: "POST",
    headers,
    body: JSON.stringify({ project_id }),
  });
  expect(built.status, await built.clone().text()).toBe(200);
  await post("/api/evaluations", { project_id, name: "Teams", dataset_id: dataset.id, graders: [] });
}

import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { post } from "../support/queues.ts";
import { bearer, ended, rowsOf } from "../support/training.ts";

// A real run: it samples, waits for people, and trains.
test.setTimeout(240_000);

test("people who retract answers that rewarded a run see the run, its job and its step, and the next job starts from another one", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const { home, queueId, modelId, run } = await aRewardedRun();
  await signIn(page);
  await page.goto(`${home}/queues/${queueId}`);
  await page.getByRole("button", { name: /^Used in/ }).click();
  const used = page.getByRole("dialog", { name: /^Where the answers of/ });
  await expect(used).toContainText("4 answers in 4 rewards");
  await expect(used.getByRole("link", { name: `${run.name}, round 1`, exact: true })).toBeVisible();
  await expect(used.getByText(/ step 1$/)).toBeVisible();
  await expectAccessible(page);
  await used.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: /^Retract the answers of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Retract the answers of/ });
  await expect(dialog).toContainText(
    "The rewards of 4 replies in 1 reinforcement run were made of them; 1 job and 1 checkpoint learned from these.",
  );
  const rewarded = dialog.getByRole("list", { name: "Runs whose replies they rewarded" });
  await expect(rewarded.getByRole("listitem")).toHaveText([`${run.name}4 of 4 replies`]);
  await expect(dialog.getByRole("list", { name: "Jobs" })).toContainText(`round 1 of “${run.name}”`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Retract", exact: true }).click();
  await expect(dialog).toBeHidden();

  const words = "All 4 replies that step 1 learned from were rewarded by answers that were retracted since.";
  for (const path of [`/training/${run.jobId}`, `/training/runs/${run.id}`]) {
    await page.goto(`${home}${path}`);
    const note = page.getByRole("region", { name: "Learned from retracted answers" });
    await expect(note).toContainText(words);
    await expect(note).toContainText("To replace it, start another reinforcement run from step 0");
    // The page of the run leads not to itself.
    const toRun = note.getByRole("link", { name: `See the run “${run.name}”` });
    await expect(toRun).toHaveCount(path.includes("/runs/") ? 0 : 1);
    await expectAccessible(page);
  }
  await page.goto(`${home}/training/new?model=${modelId}`);
  await expect(page.getByRole("combobox", { name: "Start from" })).toHaveText("Step 0, the base model");
  await expect(
    page.getByText(
      "Step 1 is newer, but all 4 replies that it learned from were rewarded by answers that were retracted since. Step 0, the base model, learned from none of them.",
    ),
  ).toBeVisible();
  await page.goto(`${home}/models/${modelId}?tab=lineage`);
  await expect(page.getByText(/^Reinforcement rounds 1$/)).toBeVisible();
  await expect(page.getByText(/: 4 answers$/)).toBeVisible();
  // The prompts are rows that somebody uploaded, and nobody's answers.
  await expect(page.getByText("4 answers in 4 rewards", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

/** A project of its own, since all answers of somebody there are retracted, with a run of one round whose replies one person rewarded. */
async function aRewardedRun() {
  const project = `rewards-${crypto.randomUUID().slice(0, 8)}`;
  const project_id = `acme/${project}`;
  const val = { name: "Good", field_schema: { type: "boolean" } };
  const obj = { project_id, object_id: "good", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  const ref = `weave:///${project_id}/object/good:${digest}`;
  const queue = { project_id, name: "Rewards", scorer_refs: [ref], annotators_per_item: 1 };
  const { id: queueId } = await post<{ id: string }>("/api/annotation_queues", queue);
  const dataset_id = await somePrompts(project_id);
  const model = { entity: "acme", project, name: "friends", base_model: "spindle-mini" };
  const { id: modelId } = await (await bearer("/v1/preview/models", model)).json();
  const asked = { queue_id: queueId, park: "all", fallback: "drop", budget_per_round: 4, deadline_hours: 2 };
  const { run } = await post<{ run: { id: string; name: string } }>("/api/rl_runs", {
    ...{ project_id, model_id: modelId, dataset_id, graders: [], human: asked },
    config: { rounds: 1, prompts_per_round: 2, rollouts: 2, max_tokens: 6 },
  });
  await rewardAll(project_id, { queueId, ref, runId: run.id });
  const jobId = await jobOf(project_id, run.id);
  expect(await ended(jobId)).toMatchObject({ state: "completed" });
  return { home: `/projects/${project_id}`, queueId, modelId, run: { ...run, jobId } };
}

/** Questions to answer. */
async function somePrompts(project_id: string): Promise<string> {
  const form = new FormData();
  form.append("purpose", "fine-tune");
  form.append("project_id", project_id);
  form.append("file", new Blob([rowsOf(4)]), "friends.jsonl");
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const uploaded = await fetch(`${SERVICE.url}/v1/files`, { method: "POST", headers, body: form });
  const { id: file_id } = await uploaded.json();
  const recipe = { sources: [{ kind: "upload", file_id }], split: { held_out: 0, seed: 1 } };
  const made = { project_id, name: "friends", kind: "sft", recipe };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", made);
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  return dataset.id;
}

type Asking = { queueId: string; ref: string; runId: string };
type Rollout = { call_id: string; sample: number };

/** Of the two replies to each prompt one is good, so that something can be learned. */
async function rewardAll(project_id: string, { queueId, ref, runId }: Asking): Promise<void> {
  const at = `/api/annotation_queues/${queueId}/items`;
  const listed = () =>
    post<{ items: { id: string; call_id: string }[] }>(`${at}/query`, { project_id }).then(
      ({ items }) => items,
    );
  await expect.poll(async () => (await listed()).length, { timeout: 120_000 }).toBe(4);
  const { rollouts } = await post<{ rollouts: Rollout[] }>(`/api/rl_runs/${runId}/rollouts`, {
    ...{ project_id, round: 1, order: "position", limit: 9, offset: 0 },
  });
  for (const { id, call_id } of await listed()) {
    const value = rollouts.find((one) => one.call_id === call_id)?.sample === 0;
    await post(`${at}/${id}/answer`, {
      ...{ project_id, annotation_state: "completed", revision: 0 },
      feedback: [
        {
          ...{ project_id, weave_ref: `weave:///${project_id}/call/${call_id}` },
          ...{ feedback_type: "wandb.annotation.good", payload: { value }, annotation_ref: ref },
        },
      ],
    });
  }
}

async function jobOf(project_id: string, runId: string): Promise<string> {
  type Read = { rounds: { job_id: string | null }[] };
  const read = async () => {
    const found: Read = await (await bearer(`/api/rl_runs/${runId}?project_id=${project_id}`)).json();
    return found.rounds[0]?.job_id ?? "";
  };
  await expect.poll(read, { timeout: 60_000 }).not.toBe("");
  return read();
}

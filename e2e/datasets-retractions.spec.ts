import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { inDatabase } from "./support/database.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "./support/judged.ts";
import { aQueue, post, TONE } from "./support/queues.ts";
import { aJob, aModel, aRowsDataset, bearer, ended } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const project_id = SERVICE.project;

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
  await expect(page.getByRole("main")).toBeFocused();
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
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Lift…" }).click();
  await expect(dialog).toBeVisible();
});

test("a version of which rows were retracted is built again first, and asks before it is trained on once nothing of it holds", async ({
  page,
  signIn,
}) => {
  // Where there is no model, the form of a job begins with making one.
  await aModel();
  const { datasetId, items } = await aBuiltDataset();
  await post("/api/retractions", { project_id, item_ids: items.slice(0, 1) });
  await signIn(page);
  await page.goto(`${HOME}/datasets/${datasetId}`);
  await expect(page.getByText(/^1 of the 3 rows of v0 has answers that were retracted/)).toBeVisible();
  await expect(page.getByText(/^3 rows, 1 retracted since/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Train on v0" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Build again" }).click();
  await expect(page.getByText("v1 was built", { exact: true })).toBeVisible();
  // The same button, with the focus still on it.
  await expect(page.getByRole("button", { name: "Build version" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Train on v1" })).toBeVisible();
  await page.goto(`${HOME}/datasets/${datasetId}?version=v0`);
  await page.getByRole("link", { name: "Train on v0" }).click();
  await expect(
    page.getByText(/^1 of the 3 rows of v0 has answers that were retracted since\. The job/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await expect(page).toHaveURL(/version=v1$/);
  await page.goto(`${HOME}/datasets/${datasetId}?version=v0`);
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await expect(page).toHaveURL(/version=v1$/);

  await post("/api/retractions", { project_id, item_ids: items });
  // The page hears of it by itself.
  await expect(page.getByText(/^All 2 rows of v1 have answers that were retracted/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Train on v1…" }).click();
  const question = page.getByRole("alertdialog", {
    name: "Train on v1, though all its rows were retracted?",
  });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Choose how to train" }).click();
  await page.waitForURL(/training\/new\?data=/);
});

test("a checkpoint that learned from retracted rows is named only after a question", async ({
  page,
  signIn,
}) => {
  const { modelId } = await aLearnerOfRetractedRows();
  await signIn(page);
  await page.goto(`${HOME}/models/${modelId}?tab=aliases&candidate=1`);
  await page.getByLabel("Alias for step 1").fill("trial");
  await page.getByRole("button", { name: "Name step 1" }).click();
  const question = page.getByRole("alertdialog", {
    name: "Name step 1 “trial”, though it learned from retracted answers?",
  });
  await expect(question).toContainText(
    "2 of the 3 rows that it learned from have answers that were retracted since.",
  );
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  const empty = page.getByRole("heading", { name: "No aliases yet" });
  await expect(empty).toBeVisible();
  // In the middle of the page, as other empty parts are.
  const [words, main] = await Promise.all([empty.boundingBox(), page.getByRole("main").boundingBox()]);
  const middleOf = (box: typeof words) => (box ? box.x + box.width / 2 : 0);
  expect(Math.abs(middleOf(words) - middleOf(main))).toBeLessThan(16);
  await page.getByRole("button", { name: "Name step 1" }).click();
  await question.getByRole("button", { name: "Name it all the same" }).click();
  const alias = page.getByRole("region", { name: "Alias trial" });
  await expect(alias).toContainText("2 of the 3 rows that step 1 learned from");
  await expectAccessible(page);
});

test("after a retraction the next job starts before it, on the version that is without it, from wherever one comes", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const { modelId, jobId, datasetId, name } = await aLearnerOfRetractedRows();
  await bearer(`/v1/preview/models/${modelId}/aliases/trial`, { step: 1 }, "PUT");
  const lost = "2 of the 3 rows that it learned from have answers that were retracted since.";
  const form = `${HOME}/training/new?model=${modelId}`;
  const start = page.getByRole("combobox", { name: "Start from" });
  await signIn(page);
  await page.goto(`${form}&data=${encodeURIComponent(`weave:///${project_id}/object/${name}:v0`)}`);
  await expect(start).toHaveText("Step 0, the base model");
  await expect(
    page.getByText(`Step 1 is newer, but ${lost} Step 0, the base model, learned from none of them.`),
  ).toBeVisible();
  await expectAccessible(page);
  await start.click();
  await page.getByRole("option", { name: /^The newest checkpoint/ }).click();
  await expect(page.getByText(/A job that starts from it keeps what they taught\./)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  // A job that is repeated shows its own settings, and not beside them what its rows would call for.
  await page.goto(`${HOME}/training/new?like=${jobId}`);
  await expect(page.getByText(/rows per step, one epoch,/)).toBeVisible();
  await expect(page.getByText("In one epoch so few rows teach little.")).toBeHidden();
  // A step that is gone by now is no start.
  await page.goto(`${HOME}/training/new?like=${jobId}&step=7`);
  await expect(start).toHaveText("Step 0, the base model");
  await expect(
    page.getByText("Step 7 can no longer be used. The job starts from step 0, the base model, instead."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Start training" })).toBeEnabled();
  // Reinforcement goes by the same rule.
  await page.goto(`${form}&method=rl&dataset=${datasetId}`);
  await expect(start).toHaveText("Step 0, the base model");
  await expect(
    page.getByText(/^2 of the 3 rows of v0 have answers that were retracted since\./),
  ).toBeVisible();

  await page.goto(`${HOME}/training/${jobId}`);
  await expect(page.getByRole("region", { name: "Learned from retracted answers" })).toContainText(
    "2 of the 3 rows that step 1 learned from",
  );
  await expect(page.getByRole("link", { name: /^Train again from step 0/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${HOME}/models/${modelId}?tab=checkpoints`);
  await expect(page.getByRole("row", { name: "Checkpoint of step 1" })).toContainText(
    "learned retracted answers",
  );
  await expect(page.getByRole("row", { name: "Checkpoint of step 0" })).not.toContainText("retracted");
  await expectAccessible(page);

  await page.goto(`${HOME}/models/${modelId}`);
  await expect(page.getByRole("link", { name: /^Train it further/ })).toContainText(
    "from step 0 on, which did not learn from what is retracted",
  );
  const alias = page.getByRole("region", { name: "Alias trial" });
  await page.goto(`${HOME}/models/${modelId}?tab=aliases`);
  await alias.getByRole("link", { name: `Build “${name}” again` }).click();
  await page.getByRole("button", { name: "Build again" }).click();
  await expect(page.getByText("v1 was built", { exact: true })).toBeVisible();
  await page.goto(`${HOME}/models/${modelId}?tab=aliases`);
  await expect(alias).toContainText(
    `v1 of “${name}” is without them: train on it from step 0, which did not learn from them.`,
  );
  await expect(alias.getByRole("link", { name: /^Build/ })).toHaveCount(0);
  await expectAccessible(page);
  await alias.getByRole("link", { name: "Train on v1 from step 0" }).click();
  await expect(start).toHaveText("Step 0, the base model");
  await expect(page.getByText(`Dataset ${name}:v1`)).toBeVisible();
});

test("a newer step that did not learn what is retracted is measured first, and not advised where it is no better", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const { modelId } = await aLearnerOfRetractedRows();
  await bearer(`/v1/preview/models/${modelId}/aliases/trial`, { step: 1 }, "PUT");
  await ended(await aJob(modelId, 2, {}, { start_step: 0 }));
  await signIn(page);
  await page.goto(`${HOME}/models/${modelId}?tab=aliases`);
  const alias = page.getByRole("region", { name: "Alias trial" });
  const newer = "Step 2 is newer and did not learn from them";
  await expect(alias).toContainText(`${newer}, and is not measured beside step 1 yet.`);
  await expect(alias.getByRole("link", { name: "Measure step 2" })).toBeVisible();

  const { name } = await (await bearer(`/v1/preview/models/${modelId}`)).json();
  const dataset = await aRowsDataset({ heldOut: 0.9 });
  const { evaluation } = await post<{ evaluation: { id: string } }>("/api/evaluations", {
    ...{ project_id, name: `beside ${name}`, dataset_id: dataset.id },
    sampling: { temperature: 0, max_tokens: 4 },
  });
  const at = `/api/evaluations/${evaluation.id}`;
  await post(`${at}/runs`, {
    project_id,
    subjects: [1, 2].map((step) => `${project_id}/${name}:step${step}`),
  });
  await expect
    .poll(
      async () => {
        const body = { project_id, model_id: modelId };
        return (await post<{ points: unknown[] }>(`${at}/curve`, body)).points.length;
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toBe(2);
  await page.reload();
  await expect(alias).toContainText(`${newer}, but is not shown to be better: by`);
  await expectAccessible(page);
  await alias.getByRole("link", { name: "Compare step 2" }).click();
  await page.waitForURL(new RegExp(`/evaluations/${evaluation.id}`));
});

test("a version that was built without answers says how many count again once their retraction is lifted", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const { datasetId, name, items } = await aBuiltDataset();
  const reason = `Answered in haste, ${name}`;
  await post("/api/retractions", { project_id, item_ids: items.slice(0, 2), reason });
  await post(`/api/datasets/${datasetId}/versions`, { project_id });
  const { modelId, jobId } = await aLearnerOf(`${name}:v1`);
  await signIn(page);
  await page.goto(`${HOME}/datasets/${datasetId}`);
  await expect(page.getByRole("link", { name: "Train on v1" })).toBeVisible();
  await page.goto(`${HOME}/datasets/retractions`);
  const row = page.getByRole("row", { name: new RegExp(reason) });
  await row.getByRole("button", { name: "Lift…" }).click();
  const dialog = page.getByRole("dialog", { name: "All answers to 2 items" });
  const lacking = dialog.getByRole("list", { name: "Newest versions, built without them" });
  await expect(lacking).toContainText(`${name}, v1`);
  await expect(lacking).toContainText("2 left out");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(row.getByRole("button", { name: "Lift…" })).toHaveCount(0);
  await page.getByRole("link", { name: `Build “${name}” again` }).click();
  await expect(
    page.getByText(
      /^v1 was built without 2 answers that count again, since the retraction was lifted\. A new/,
    ),
  ).toBeVisible();
  await expect(page.getByText(/^1 row, 2 answers to count again/)).toBeVisible();
  await expectAccessible(page);
  for (const learner of [`training/${jobId}`, `models/${modelId}`]) {
    await page.goto(`${HOME}/${learner}`);
    await expect(page.getByRole("region", { name: "Answers that count again" })).toContainText(
      "v1, which step 1 learned from, was built without 2 answers that count again",
    );
    await expectAccessible(page);
  }
  await page.goto(`${HOME}/datasets?name=${name}`);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("2 to count again");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Build again" }).click();
  // All that was said is in the first version, which is the newest again.
  await expect(page.getByText("The rows are those of v0 again", { exact: true })).toBeVisible();
  await expect(page.getByText("2 rows more than v1 · 3 rows", { exact: true })).toBeVisible();
  await expect(page.getByText(/count again/)).toHaveCount(0);
  await page.goto(`${HOME}/datasets/${datasetId}?version=v1`);
  await page.getByRole("link", { name: "v0", exact: true }).click();
  await expect(page.getByRole("link", { name: "Train on v0" })).toBeVisible();
});

test("an evaluation says before its first run that what it measures by is retracted", async ({
  page,
  signIn,
}) => {
  const { datasetId, name, items } = await aBuiltDataset("eval");
  const { evaluation } = await post<{ evaluation: { id: string } }>("/api/evaluations", {
    ...{ project_id, name, dataset_id: datasetId },
  });
  await post("/api/retractions", { project_id, item_ids: items.slice(0, 1) });
  await signIn(page);
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await expect(
    page.getByText(
      /^1 of the 3 rows of v0 that a run would be measured by has answers that were retracted since/,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: `Build “${name}” again` }).click();
  await page.getByRole("button", { name: "Build again" }).click();
  await expect(page.getByText("v1 was built", { exact: true })).toBeVisible();
});

/** A model whose first step learned from a dataset, of whose answers some were retracted since. */
async function aLearnerOfRetractedRows() {
  const dataset = await aBuiltDataset();
  const learner = await aLearnerOf(`${dataset.name}:v0`);
  await post("/api/retractions", { project_id, item_ids: dataset.items.slice(0, 2) });
  return { ...dataset, ...learner };
}

/** A model with one job, as if that had learned from the version. */
async function aLearnerOf(version: string) {
  const modelId = await aModel();
  const jobId = await aJob(modelId, 2);
  await ended(jobId);
  const ref = `weave:///${project_id}/object/${version}`;
  await inDatabase((client) =>
    client.query("update training_job set dataset_ref = $2 where id = $1", [jobId, ref]),
  );
  return { modelId, jobId };
}

/** Three rows of a queue of its own, so that no other journey loses anything. */
async function aBuiltDataset(kind = "sft"): Promise<{ datasetId: string; name: string; items: string[] }> {
  const mark = crypto.randomUUID().slice(0, 8);
  const callIds = await recordCalls(
    [1, 2, 3].map((n) => ({
      inputs: { messages: [{ role: "user", content: `Where is parcel ${n}? ${mark}` }] },
      output: { role: "assistant", content: `It comes on day ${n}.` },
    })),
  );
  const queue = await queueOf({ callIds, specs: [TONE] });
  await answerItems(queue, ["kind", "kind", "kind"]);
  const { items } = await post<{ items: { id: string }[] }>(
    `/api/annotation_queues/${queue.id}/items/query`,
    { project_id },
  );
  const source = { kind: "queue", queue_id: queue.id, use: "labels", field: queue.refs[0] };
  const recipe = { sources: [source], split: { held_out: 0 } };
  const name = `retracted-${mark}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind, recipe },
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  return { datasetId: dataset.id, name, items: items.map(({ id }) => id) };
}

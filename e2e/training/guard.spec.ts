import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { post } from "../support/queues.ts";
import { aModel, aRowsDataset } from "../support/training.ts";

const project_id = SERVICE.project;
const HOME = `/projects/${project_id}`;

const SIMILAR = {
  name: "similar",
  weight: 1,
  grader: {
    ...{ type: "text_similarity", evaluation_metric: "fuzzy_match", pass_threshold: 0.8 },
    ...{ input: "{{sample.output_text}}", reference: "{{item.reference}}" },
  },
};

type RunRead = {
  run: { ending: string | null; ended_at: string | null; name: string; step: number };
  rounds: { job_id: string | null }[];
};

/** A run whose rate is far too high, so that its guard falls after the first round that teaches anything. */
async function aFallenRun() {
  const [model_id, asked, held] = [
    await aModel(),
    await aRowsDataset({ heldOut: 0 }),
    await aRowsDataset({ heldOut: 0.5 }),
  ];
  const { evaluation } = await post<{ evaluation: { id: string; name: string } }>("/api/evaluations", {
    ...{ project_id, name: `guard ${asked.name}`, dataset_id: held.id, graders: [] },
  });
  const { run } = await post<{ run: { id: string } }>("/api/rl_runs", {
    ...{ project_id, model_id, dataset_id: asked.id, graders: [SIMILAR] },
    config: {
      ...{ rounds: 3, prompts_per_round: 4, rollouts: 4, max_tokens: 8, temperature: 1.2 },
      training: { learning_rate: 0.2 },
    },
    guard: { evaluation_id: evaluation.id, metric: "nll", max_drop: 0.01 },
  });
  const address = `${SERVICE.url}/api/rl_runs/${run.id}?project_id=${encodeURIComponent(project_id)}`;
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const read = async (): Promise<RunRead> => (await fetch(address, { headers })).json();
  await expect
    .poll(async () => (await read()).run.ending, { timeout: 200_000, intervals: [500] })
    .toBe("guard_fell");
  const found = await read();
  const jobId = found.rounds.findLast(({ job_id }) => job_id !== null)?.job_id ?? "";
  return { modelId: model_id, asked, evaluation, id: run.id, jobId, ...found.run };
}

test("nothing is built on what a guard rejected: by the run, its job, the form of the next one, and the model", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(300_000);
  const run = await aFallenRun();
  const why = new RegExp(`Step ${run.step} is newer, but worse by the guard of the run “${run.name}”`);
  await signIn(page);

  await page.goto(`${HOME}/training/runs/${run.id}`);
  await expect(page.getByText(/the gain in NLL of the reference against the start is -/)).toBeVisible();
  await page.getByRole("link", { name: /^Continue from step 0/ }).click();
  await page.waitForURL(/run=/);
  await expect(page.getByRole("combobox", { name: "Prompts" })).toHaveText(run.asked.name);
  await expect(page.getByRole("combobox", { name: "Start from" })).toHaveText(/Step 0/);
  await expect(page.getByRole("textbox", { name: "Learning rate" })).toHaveValue("0.2");
  await expect(page.getByRole("combobox", { name: "Watches" })).toHaveText("NLL of the reference");

  await page.goto(`${HOME}/training/${run.jobId}`);
  const next = page.getByRole("region", { name: "What to do next" });
  await expect(next.getByRole("link", { name: /^Continue from step 0/ })).toBeVisible();
  await expect(
    next.getByRole("link", { name: new RegExp(`Measure it By “${run.evaluation.name}”`) }),
  ).toBeVisible();
  await expect(next.getByRole("link", { name: /Promote/ })).toHaveCount(0);

  for (const method of ["sft", "rl"]) {
    await page.goto(`${HOME}/training/new?method=${method}&model=${run.modelId}`);
    await expect(page.getByText(why)).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Start from" })).toHaveText(/Step 0/);
  }

  await page.goto(`${HOME}/models/${run.modelId}`);
  const note = page.getByRole("region", { name: "Rejected by a guard" });
  await expect(note).toContainText("alone means the latest step, so this one answers chats");
  await expect(
    page.getByText(new RegExp(`from step 0 on, as step ${run.step} is worse by a guard`)),
  ).toBeVisible();
  await expectAccessible(page);
  await note.getByRole("link", { name: "Give step 0 an alias" }).click();
  await page.waitForURL(/candidate=0/);
  await page.goto(`${HOME}/models/${run.modelId}?tab=checkpoints`);
  await expect(page.getByRole("row", { name: new RegExp(`Checkpoint of step ${run.step}`) })).toContainText(
    "guard fell",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test("where an evaluation has no run yet, a guard begins with what every change moves, and says why", async ({
  page,
  signIn,
}) => {
  const [modelId, held] = [await aModel(), await aRowsDataset({ heldOut: 0.5 })];
  const { evaluation } = await post<{ evaluation: { name: string } }>("/api/evaluations", {
    ...{ project_id, name: `fresh ${held.name}`, dataset_id: held.id, graders: [] },
  });
  await signIn(page);
  await page.goto(`${HOME}/training/new?method=rl&model=${modelId}`);
  await page.getByRole("group", { name: "Guard" }).getByRole("combobox", { name: "Evaluation" }).click();
  await page.getByRole("option", { name: evaluation.name }).click();
  await expect(page.getByRole("combobox", { name: "Watches" })).toHaveText("NLL of the reference");
  await expect(page.getByText(/The evaluation has no run yet/)).toBeVisible();
});

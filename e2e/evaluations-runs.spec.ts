import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";
import { aModel, bearer, rowsOf } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const project_id = SERVICE.project;
const PHONE = { width: 390, height: 844 };

test("a run has a page: its metrics, its answers, and the way of some of them to a queue", async ({
  page,
  signIn,
}) => {
  const { evaluation, runs } = await aMeasured({ subjects: ["spindle-mini"] });
  await signIn(page);
  await page.goto(`${HOME}/evaluations/${evaluation.id}?tab=runs`);
  await page.getByRole("row", { name: "Run of spindle-mini" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/runs/${runs[0]}`));
  await expect(page.getByRole("heading", { name: "spindle-mini" })).toBeVisible();
  // The interval never stands without its number of answers and its method.
  await expect(
    page
      .getByLabel("Metrics")
      .getByText(/· n \d+ · Wilson/)
      .first(),
  ).toBeVisible();
  const answers = page.getByRole("table", { name: "Answers" });
  await expect(answers.getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(page);

  await expect(async () => {
    await page.keyboard.press("j");
    await expect(answers.locator("tr:focus")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: /^Row \d+/ });
  await expect(sheet.getByText("What was measured of it")).toBeVisible();
  await expect(sheet.getByText(/^May I bring \d+ friends\?$/)).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Open the call" })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Close" }).click();

  await answers.getByRole("checkbox").nth(1).check();
  await expect(page.getByRole("button", { name: "Add 1 to a queue" })).toBeVisible();
  const adding = page.getByRole("dialog", { name: "Add 1 call to a queue" });
  await expect(async () => {
    if (!(await adding.isVisible())) await page.keyboard.press("q");
    await expect(adding).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");

  await page.getByRole("searchbox", { name: "Search in questions and answers" }).fill("no such words");
  await expect(page.getByText("No answers match")).toBeVisible();
  await page.getByRole("button", { name: "Show all answers" }).click();
  await page.getByRole("button", { name: "Masked" }).click();
  await expect(page.getByText("No masked answers")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();

  await page.setViewportSize(PHONE);
  await expect(answers.getByRole("row").nth(1)).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test.describe("a run that is not there", () => {
  test.use({ expectedErrors: [/404/] });

  test("has a page that says so", async ({ page, signIn }) => {
    await signIn(page);
    await page.goto(`${HOME}/evaluations/none/runs/none`);
    await expect(page.getByText("This run does not exist")).toBeVisible();
    await expectAccessible(page);
  });
});

test("an evaluation is renamed, put away and found again; what measured a run stays", async ({
  page,
  signIn,
}) => {
  const { evaluation } = await aMeasured({ subjects: ["spindle-mini"], isMeasured: false });
  await aModel();
  await signIn(page);
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  const act = async (name: string) => {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Rename");
  const naming = page.getByRole("dialog", { name: "Rename the evaluation" });
  await naming.getByLabel("Name").fill(" ");
  await naming.getByRole("button", { name: "Rename" }).click();
  await expect(naming.getByText("Enter a name.")).toBeVisible();
  const name = `${evaluation.name} again`;
  await naming.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await naming.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: evaluation.name, exact: true })).toBeVisible();

  await act("Edit");
  const editing = page.getByRole("dialog", { name: `Edit “${evaluation.name}”` });
  await expect(editing.getByText(/These stay, because 1 run was measured by them\./)).toBeVisible();
  const model = editing.getByRole("checkbox").first();
  await model.check();
  await expectAccessible(page);
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/by itself on new checkpoints of/)).toBeVisible();

  await act("Archive");
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start runs" })).toHaveCount(0);
  await page.goto(`${HOME}/evaluations?name=${encodeURIComponent(evaluation.name)}`);
  await expect(page.getByText("No evaluations match")).toBeVisible();
  await page.goto(`${HOME}/evaluations?name=${encodeURIComponent(evaluation.name)}&show=archived`);
  await expect(page.getByRole("row", { name: new RegExp(evaluation.name) })).toBeVisible();
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await act("Restore");
  await expect(page.getByRole("button", { name: "Start runs" })).toBeVisible();
});

test("people compare two runs blindly, and what they see names neither", { tag: "@long" }, async ({
  page,
  signIn,
}) => {
  // Drawn with two seeds at full heat, the answers of one model differ.
  const { evaluation } = await aMeasured({ subjects: ["spindle-mini"], temperature: 1.5, seeds: [1, 2] });
  const modelRuns = await aMeasuredBeside(evaluation.id);
  await signIn(page);
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await page.getByRole("button", { name: "Blind A/B" }).click();
  const making = page.getByRole("dialog", { name: "Blind A/B" });
  await expect(making.getByLabel("Run A")).toBeVisible();
  const help = making.getByText(
    /Drawn at random\. The answers to all \d+ rows differ\.|from the \d+ of \d+ rows/,
  );
  const differing = /(\d+) (?:of|rows)/.exec((await help.textContent()) ?? "")?.[1];
  await expect(making.getByLabel("Pairs")).toHaveValue(differing ?? "a number");
  await making.getByLabel("Pairs").fill("none");
  await making.getByRole("button", { name: "Create the queue" }).click();
  await expect(making.getByText("Enter a whole number from 1 to 500.")).toBeVisible();
  await making.getByLabel("Pairs").fill("2");
  await expectAccessible(page);
  await making.getByRole("button", { name: "Create the queue" }).click();
  const blind = page.getByRole("region", { name: "Blind comparison by people" });
  await expect(blind.getByText(/0 of \d pairs? judged/).first()).toBeAttached();
  await expect(blind.getByText(/Votes are counted here once a queue is done/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await blind.getByRole("link").click();
  await page.getByRole("link", { name: "Annotate" }).first().click();
  const verdict = page.getByRole("group", { name: "Verdict" });
  await expect(verdict).toBeVisible();
  const seen = await page.locator("main").textContent();
  for (const secret of ["spindle-mini", modelRuns, "eval/", "seed"]) expect(seen).not.toContain(secret);
});

test("a model's page draws its evaluations step by step", async ({ page, signIn }) => {
  const modelId = await aModel();
  const { name } = await (await bearer(`/v1/preview/models/${modelId}`)).json();
  const { evaluation } = await aMeasured({ subjects: [`${project_id}/${name}:step0`] });
  await signIn(page);
  await page.goto(`${HOME}/models/${modelId}?tab=evaluations`);
  const curves = page.getByRole("region", { name: "Evaluations by step" });
  await expect(curves.getByRole("link", { name: evaluation.name })).toBeVisible();
  await expect(curves.getByRole("img", { name: /^Exact match by step, from/ })).toBeVisible();
  await expect(curves.getByText(/^Step 0: .* n \d+ · Wilson$/)).toBeVisible();
  await expect(curves.getByText(/The band is the 95 % interval\./)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoOverflow(page);
});

type Wanted = { subjects: string[]; isMeasured?: boolean; temperature?: number; seeds?: number[] };

/** An evaluation of a few questions with a run of each seed, measured to its end. */
async function aMeasured({ subjects, isMeasured = true, temperature = 0, seeds = [1] }: Wanted) {
  const dataset_id = await aDataset();
  const name = `Friends ${crypto.randomUUID().slice(0, 8)}`;
  const sampling = { temperature, max_tokens: 8 };
  const { evaluation } = await post<{ evaluation: { id: string; name: string } }>("/api/evaluations", {
    ...{ project_id, name, dataset_id, sampling },
  });
  const runs: string[] = [];
  for (const seed of seeds) runs.push(await aRun(evaluation.id, { subjects, seed }));
  if (isMeasured) for (const run of runs) await measured(run);
  return { evaluation, runs };
}

/** The comparison has one run of each model, so a second one is of another name for the same weights. */
async function aMeasuredBeside(evaluationId: string): Promise<string> {
  const { name } = await (await bearer(`/v1/preview/models/${await aModel()}`)).json();
  const run = await aRun(evaluationId, { subjects: [`${project_id}/${name}:step0`], seed: 7 });
  await measured(run);
  return name;
}

async function aRun(evaluationId: string, body: { subjects: string[]; seed: number }): Promise<string> {
  const path = `/api/evaluations/${evaluationId}/runs`;
  const { runs } = await post<{ runs: { id: string }[] }>(path, { project_id, ...body });
  return runs[0]?.id ?? "";
}

async function measured(run: string): Promise<void> {
  const address = `${SERVICE.url}/api/evaluation_runs/${run}?project_id=${project_id}`;
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  await expect
    .poll(async () => (await (await fetch(address, { headers })).json()).run.state, { timeout: 90_000 })
    .toBe("completed");
}

async function aDataset(): Promise<string> {
  const form = new FormData();
  form.append("purpose", "fine-tune");
  form.append("project_id", project_id);
  form.append("file", new Blob([rowsOf(8)]), "friends.jsonl");
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const uploaded = await fetch(`${SERVICE.url}/v1/files`, { method: "POST", headers, body: form });
  const { id: file_id } = await uploaded.json();
  const recipe = { sources: [{ kind: "upload", file_id }], split: { held_out: 0.9, seed: 1 } };
  const name = `friends-${crypto.randomUUID().slice(0, 8)}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind: "sft", recipe },
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  return dataset.id;
}

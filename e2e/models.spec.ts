import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { inDatabase } from "./support/database.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";

const HOME = `/projects/${SERVICE.project}`;

type Model = { id: string; name: string };

async function aModel(name = `heron-${crypto.randomUUID()}`): Promise<Model> {
  const [entity, project] = SERVICE.project.split("/");
  const body = { entity, project, name, base_model: "spindle-mini" };
  const { id } = await (await bearer("/v1/preview/models", body)).json();
  return { id, name };
}

/** A model with a checkpoint for each of some short jobs. */
async function aTrainedModel(jobs: number): Promise<Model> {
  const model = await aModel();
  const row = {
    messages: [
      { role: "user", content: "Is it so?" },
      { role: "assistant", content: "It is." },
    ],
  };
  const rows = Array.from({ length: 8 }, () => JSON.stringify(row)).join("\n");
  const url = `data:application/jsonl;base64,${Buffer.from(rows).toString("base64")}`;
  for (let n = 0; n < jobs; n++)
    await bearer("/v1/preview/sft-training-jobs", { model_id: model.id, training_data_url: url });
  await expect
    .poll(async () => (await (await bearer(`/v1/preview/models/${model.id}`)).json()).latest_step, {
      timeout: 120_000,
      intervals: [500],
    })
    .toBe(jobs);
  return model;
}

/** The routes of the training group take bearer keys only. */
function bearer(path: string, body?: unknown): Promise<Response> {
  return fetch(`${SERVICE.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE.apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const checkpoint = (page: Page, step: number) =>
  page.getByRole("row", { name: `Checkpoint of step ${step}`, exact: true });

test("models are found by a part of their name, which the address keeps", async ({ page, signIn }) => {
  await signIn(page);
  const mark = crypto.randomUUID().slice(0, 8);
  await aModel(`Osprey-${mark}`);
  await aModel(`Plover-${mark}`);
  await page.goto(`${HOME}/models`);
  // What is typed before the page's scripts are there counts once they are.
  await page.getByRole("searchbox", { name: "Find models by name" }).pressSequentially(`osprey-${mark}`);
  await expect(page).toHaveURL(/osprey/);
  const table = page.getByRole("table", { name: "Models" });
  const rowOf = (name: string) => table.getByRole("row", { name: `Model ${name}-${mark}`, exact: true });
  for (const _ of ["typed", "loaded again"]) {
    await expect(rowOf("Plover")).toHaveCount(0);
    await expect(rowOf("Osprey")).toBeVisible();
    await page.reload();
  }
  await expect(rowOf("Osprey")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("nothing is called like this");
  await expect(page.getByRole("heading", { name: "No model has that name" })).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(table).toBeVisible();
  await page.getByRole("searchbox").fill(`plover-${mark}`);
  await expect(rowOf("Plover").getByRole("link", { name: `Plover-${mark}` })).toBeVisible();
  await rowOf("Plover").getByRole("cell").last().click();
  await expect(page.getByRole("heading", { level: 1, name: `Plover-${mark}` })).toBeVisible();
  await page.goto(`${HOME}/models?make=new`);
  const making = page.getByRole("dialog", { name: "New model" });
  await expect(making).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/models$/);
  await page.getByRole("button", { name: "New model" }).click();
  await making.getByLabel("Name").fill(`Heron-${mark}`);
  await expect(making.getByRole("combobox", { name: "Base model" })).toHaveText(/spindle-mini/);
  await making.getByLabel("Name").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Heron-${mark}` })).toBeFocused();
});

test("a checkpoint gets a name, which moves, keeps it from being deleted and leads to it in the playground", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const model = await aTrainedModel(3);
  await page.goto(`${HOME}/models/${model.id}?tab=checkpoints`);
  await expect(checkpoint(page, 3)).toContainText("latest");
  await expect(checkpoint(page, 0)).toContainText("base");
  await page.getByRole("button", { name: "Name step 1" }).click();
  const form = page.getByRole("dialog", { name: "Aliases of step 1" });
  await form.getByLabel("New alias").fill("step7");
  await form.getByRole("button", { name: "Add alias" }).click();
  await expect(form.getByText("This name already points to a step. Choose another.")).toBeVisible();
  await form.getByLabel("New alias").fill("production");
  await form.getByRole("button", { name: "Add alias" }).click();
  await expect(checkpoint(page, 1)).toContainText("production");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Name step 2" }).click();
  const held = Promise.withResolvers<void>();
  const readAgain = (url: URL) => url.pathname.endsWith(`/models/${model.id}/checkpoints`);
  await page.route(readAgain, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Move “production” here" }).click();
  // At once, also while the table is still read again.
  await expect(checkpoint(page, 2)).toContainText("production");
  await expect(checkpoint(page, 1)).not.toContainText("production");
  held.resolve();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.goto(`${HOME}/models/${model.id}?tab=aliases`);
  const alias = page.getByRole("region", { name: "Alias production" });
  const history = alias.getByRole("list", { name: "History of production" });
  await expect(history.getByRole("listitem").first()).toContainText("step 1 to step 2");
  await alias.getByRole("button", { name: "Back to step 1" }).click();
  await expect(history.getByRole("listitem").first()).toContainText("step 2 to step 1");
  await expect(history.getByRole("listitem").first()).toContainText("rolled back");
  await expect(alias.getByRole("button", { name: /^Back to/ })).toHaveCount(0);
  // Not on a button that would move it back.
  const heading = alias.getByRole("heading", { name: "production" });
  await expect(heading).toBeFocused();
  await alias.getByRole("combobox", { name: "Candidate for production" }).click();
  await page.getByRole("option", { name: "step 2" }).click();
  await alias.getByRole("button", { name: "Move production to step 2" }).press("Enter");
  await expect(heading).toBeFocused();
  await expect(alias.getByRole("button", { name: "Back to step 1" })).toBeVisible();
  const wish = { project_id: SERVICE.project, model_id: model.id, alias: "staging", step: 3, note: "Try it" };
  expect((await bearer("/api/promotions", wish)).status).toBe(200);
  await expect(page.getByRole("list", { name: "Waiting for approval: staging" })).toContainText("“Try it”");
  await expectAccessible(page);
  await page.goto(`${HOME}/overview`);
  await page.getByRole("link", { name: "Promote step 3 to staging" }).filter({ hasText: model.name }).click();
  const asked = page.getByRole("region", { name: "Alias staging" });
  await asked.getByRole("button", { name: "Approve" }).click();
  await expect(asked.getByRole("list", { name: "History of staging" })).toContainText("approved");
  await expect(asked.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(asked.getByRole("heading", { name: "staging" })).toBeFocused();
  await page.getByRole("tab", { name: "Checkpoints" }).click();

  await page.getByRole("button", { name: "Clean up…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Clean up/ });
  await dialog.getByRole("checkbox", { name: "The base, step 0" }).uncheck();
  const staying = dialog.getByRole("list", { name: "Checkpoints that stay" });
  await expect(staying).toContainText(/Step 3 stays.*newest/);
  await expect(staying).toContainText(/Step 2 stays.*alias production/);
  await expect(dialog.getByText("Steps 1, 0")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete 2 checkpoints" }).click();
  await expect(checkpoint(page, 1)).toHaveCount(0);
  await expect(checkpoint(page, 2)).toBeVisible();

  await page.goto(`${HOME}/chat?model=${encodeURIComponent(`${SERVICE.project}/${model.name}:production`)}`);
  await expect(page.getByRole("combobox", { name: "Checkpoint" })).toHaveText("production");
});

test("a checkpoint is downloaded, and two are opened side by side", async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const model = await aTrainedModel(1);
  await page.goto(`${HOME}/models/${model.id}?tab=checkpoints`);
  await page.getByRole("button", { name: "Actions for step 1" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`${model.name}-step1.tar`);
  const archive = await readFile(await download.path());
  expect(archive.subarray(257, 262).toString()).toBe("ustar");
  expect(archive.includes("adapter_model.safetensors")).toBe(true);

  await page.getByRole("button", { name: "Metrics" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Loss", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Loss", exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Grad norm" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Loss", exact: true })).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Select Checkpoint of step 1" }).check();
  await page.getByRole("checkbox", { name: "Select Checkpoint of step 0" }).check();
  await page.getByRole("link", { name: "Compare in the playground" }).click();
  await expect(page.getByRole("combobox", { name: "Checkpoint A" })).toHaveText("Step 0 (base)");
  await expect(page.getByRole("combobox", { name: "Checkpoint B" })).toHaveText("Step 1");
});

test("the overview says what to do next, and a damaged checkpoint what is wrong, what helps and who may", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const model = await aTrainedModel(1);
  await page.goto(`${HOME}/models/${model.id}`);
  await expect(page.getByRole("link", { name: /^Compare step 0 with 1/ })).toBeVisible();
  await expect(page.getByText(`"model": "${SERVICE.project}/${model.name}"`)).toBeVisible();
  await expectAccessible(page);

  const { folder } = await inDatabase(async (client) => {
    const { rows } = await client.query("select folder from checkpoint where model_id = $1 and step = 1", [
      model.id,
    ]);
    return rows[0];
  });
  const file = path.join(SERVICE.dataDir, folder, "adapter_model.safetensors");
  const bytes = await readFile(file);
  await writeFile(file, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]));
  await bearer(`/v1/preview/models/${model.id}/checkpoints/1/verify`, {});
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const notice = page.getByRole("region", { name: "Damaged checkpoints" });
  await expect(notice).toContainText("Step 1 is damaged");
  await expect(notice).toContainText("Restore the files from a backup");
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Checkpoints/ }).click();
  await expect(checkpoint(page, 1)).toContainText(/damaged.*Loss \d/);
  await expectNoOverflow(page);
  await writeFile(file, bytes);
  await page.getByRole("button", { name: "Verify step 1 again" }).click();
  await expect(page.getByText("Step 1 can be used again", { exact: true })).toBeVisible();
  await expect(checkpoint(page, 1)).not.toContainText("damaged");
});

test("the lineage shows what came from what, on screen and to screen readers, also on a phone", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const model = await aTrainedModel(2);
  await page.goto(`${HOME}/models/${model.id}`);
  await expect(page.getByRole("heading", { name: "Latest checkpoint" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Lineage" }).click();
  const nodes = page
    .getByRole("list", { name: "Where each checkpoint came from, oldest first" })
    .getByRole("listitem");
  await expect(nodes).toHaveText([
    /^spindle-mini/,
    /^Step 0.*made by spindle-mini$/,
    /^Data in the request.*8 rows/,
    /^SFT job.*completed.*from Data in the request and Step 0$/,
    /^Step 1.*made by SFT job$/,
    /^Data in the request/,
    /^SFT job.*from Data in the request and Step 1$/,
    /^Step 2.*made by SFT job$/,
  ]);
  const origin = page.getByRole("region", { name: /^What the checkpoint was made from/ });
  await expect(origin.getByText(`npm run remake -- ${SERVICE.project}/${model.name}:step2`)).toBeVisible();
  await expect(origin.getByRole("button", { name: "Copy" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["Overview", "Checkpoints", "Jobs", "Lineage"]) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByRole("tabpanel", { name: new RegExp(`^${tab}`) })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  await nodes.filter({ hasText: "SFT job" }).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: `Training of ${model.name}` })).toBeVisible();
});

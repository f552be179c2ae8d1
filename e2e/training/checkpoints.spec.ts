import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { inDatabase } from "../support/database.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aJob, aModel, bearer, ended, rowsOf } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;

// The form shows what the service refuses.
test.use({ expectedErrors: [/the server responded with a status of 422/] });

test("a job leaves interim checkpoints that are marked on its charts, and one is chatted with", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const modelId = await aModel();
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  const buffer = Buffer.from(rowsOf(60));
  await page
    .getByLabel("Training file")
    .setInputFiles({ name: "ways.jsonl", mimeType: "application/jsonl", buffer });
  // What is proposed by the number of rows is changed once it is there.
  await expect(page.getByText(/^60 rows: \d+ epochs/)).toBeVisible();
  await page.getByText("How to learn").click();
  await page.getByLabel("Batch size").fill("2");
  await page.getByLabel("Epochs").fill("1");
  await page.getByText("Validation and checkpoints", { exact: true }).click();
  const every = page.getByLabel("Steps between checkpoints");
  await every.fill("1");
  const start = page.getByRole("button", { name: "Start training" });
  await expect(page.getByText("30 steps would leave 29", { exact: false }).first()).toBeVisible();
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(/^The service would refuse this/);
  await every.fill("10");
  await start.click();

  const left = page.getByRole("region", { name: "Interim checkpoints" });
  await expect(left.getByRole("listitem")).toHaveText(
    [
      "Chat with checkpoint step 1left after training step 10",
      "Chat with checkpoint step 2left after training step 20",
    ],
    { timeout: 120_000 },
  );
  await expect(page.getByRole("link", { name: "Chat with it" })).toBeVisible({ timeout: 120_000 });
  const loss = page
    .getByRole("figure")
    .filter({ has: page.getByRole("heading", { name: "Loss", exact: true }) });
  await expect(loss).toContainText("Dashed: interim checkpoints");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await left.getByRole("link", { name: "Chat with checkpoint step 1" }).click();
  await expect(page.getByRole("combobox", { name: "Checkpoint" })).toHaveText("Step 1");

  await page.goto(`${HOME}/models/${modelId}?tab=checkpoints`);
  await expect(page.getByRole("row").filter({ hasText: "interim" })).toHaveCount(2);
  await expect(page.getByRole("row").filter({ hasText: "latest" })).not.toContainText("interim");
  await expectAccessible(page);
});

test("what learned nothing is no start of the next job, and is repeated from where it began", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const modelId = await aModel();
  const learned = await aJob(modelId, 4);
  await ended(learned);
  const dead = await aJob(modelId, 4);
  await ended(dead);
  const warnings = JSON.stringify([{ code: "guessing", severity: "dead", step: null, text: "Nothing." }]);
  await inDatabase((db) => db.query("update training_job set warnings = $1 where id = $2", [warnings, dead]));
  await signIn(page);
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  const start = page.getByRole("combobox", { name: "Start from" });
  await expect(start).toHaveText("Step 1");
  const why = "Step 2 is newer, but the job that made it learned nothing.";
  await expect(page.getByText(why)).toBeVisible();
  await start.click();
  await expect(page.getByRole("option", { name: /^Step 2/ })).toContainText("Its job learned nothing");
  await page.getByRole("option", { name: /^Step 2/ }).click();
  await expect(page.getByText(/^The job that made step 2 learned nothing/)).toBeVisible();

  const repeat = page.getByRole("link", { name: "Repeat with changes" });
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**/models/${modelId}*`, (route) => isLetGo.then(() => route.continue()));
  await page.goto(`${HOME}/training/${dead}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Training of …/);
  // What a job offers comes at once, so that nothing moves away from under a pointer.
  await expect(repeat).toHaveCount(0);
  letGo();
  await repeat.click();
  await expect(page).toHaveURL(/\/training\/new\?like=/);
  await expect(start).toHaveText("Step 1");
  await expect(page.getByText(why)).toBeVisible();
  const { started_from_step } = await (await bearer(`/v1/preview/training-jobs/${dead}`)).json();
  expect(started_from_step).toBe(1);
});

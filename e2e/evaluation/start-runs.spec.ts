import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aJob, aModel, aRowsDataset, bearer, ended } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const FEW =
  /^Too few to measure by: only [2-7] rows are held out, and fewer than 8 never show which model is better\./;

test("few rows to measure by are named where a job and an evaluation begin, and runs begin with what was learned from the dataset", async ({
  page,
  signIn,
}) => {
  const [modelId, dataset] = [await aModel(), await aRowsDataset({ heldOut: 0.15 })];
  const data = `weave:///${SERVICE.project}/object/${dataset.name}:v0`;
  const jobId = await aJob(modelId, 1, {}, { training_data_url: data });
  await signIn(page);
  await page.goto(`${HOME}/training/new?data=${encodeURIComponent(data)}&method=sft&model=${modelId}`);
  await expect(page.getByText(FEW)).toBeVisible();
  await page.goto(`${HOME}/evaluations?make=new&dataset=${dataset.id}`);
  const making = page.getByRole("dialog", { name: "New evaluation" });
  await expect(making.getByText(FEW)).toBeVisible();
  await expectAccessible(page);
  expect((await ended(jobId)).state).toBe("completed");
  const name = `Friends ${crypto.randomUUID().slice(0, 8)}`;
  await making.getByLabel("Name").fill(name);
  await making.getByRole("button", { name: "Create" }).click();

  const starting = page.getByRole("dialog", { name: "Start runs" });
  const { name: model } = await (await bearer(`/v1/preview/models/${modelId}`)).json();
  await expect(starting.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(starting.getByLabel(`${model}:step0`, { exact: true })).toBeChecked();
  await expect(starting.getByLabel(`${model}:step1`, { exact: true })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  // What was unticked stays so.
  await starting.getByLabel(`${model}:step0`, { exact: true }).uncheck();
  await expect(starting.getByRole("button", { name: "Start", exact: true })).toBeVisible();
  await starting.getByLabel(`${model}:step0`, { exact: true }).check();
  await starting.getByRole("button", { name: "Start 2 runs" }).click();
  await expect(page.getByRole("heading", { name, exact: true, level: 1 })).toBeFocused();
});

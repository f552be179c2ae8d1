import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aModel, aRowsDataset, bearer } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;

test("models are measured on what a dataset holds out, compared, and their failures go to a queue", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const [modelId, dataset] = [await aModel(), await aRowsDataset({ heldOut: 0.9 })];
  await signIn(page);
  await page.goto(`${HOME}/datasets/${dataset.id}`);
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Evaluate models" }).click();
  const making = page.getByRole("dialog", { name: "New evaluation" });
  await expect(making.getByLabel("Dataset")).toHaveText(dataset.name);
  // As the page of a job leads here.
  const step = `${await nameOf(modelId)}:step0`;
  await page.goto(`${page.url()}&subjects=${encodeURIComponent(step)}`);
  const [model = ""] = (step.split("/").at(-1) ?? "").split(":");
  await expect(making.getByLabel("Name")).toHaveValue(`${model} on ${dataset.name}`);
  await making.getByLabel("Name").clear();
  await making.getByRole("button", { name: "Create" }).click();
  await expect(making.getByText("Enter a name.")).toBeVisible();
  const name = `Friends ${crypto.randomUUID().slice(0, 8)}`;
  await making.getByLabel("Name").fill(name);
  await making.getByLabel("Contains the reference").check();
  await making.getByLabel("Maximum tokens per answer").fill("12");
  await expectAccessible(page);
  await making.getByRole("button", { name: "Create" }).click();

  const starting = page.getByRole("dialog", { name: "Start runs" });
  await starting.getByLabel("spindle-mini", { exact: true }).check();
  // What the page was opened with is chosen, and what is added as well.
  await expect(starting.getByLabel(`${model}:step0`, { exact: true })).toBeChecked();
  await starting.getByLabel("Of the model").click();
  await page.getByRole("option", { name: model, exact: true }).click();
  await starting.getByLabel("Checkpoint", { exact: true }).click();
  await page.getByRole("option", { name: "Step 0, the base model" }).click();
  await expect(starting.getByLabel(`${model}:step0`, { exact: true })).toBeChecked();
  await expectAccessible(page);
  await starting.getByRole("button", { name: "Start 2 runs" }).click();
  await expect(page.getByRole("heading", { name, exact: true, level: 1 })).toBeFocused();
  await page.getByRole("tab", { name: /^Runs/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Completed" })).toHaveCount(2, { timeout: 60_000 });
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Compare" }).click();
  // An untrained model answers as its base: whichever is the baseline, the other one differs by nothing.
  const cells = page.getByRole("button", {
    name: /^Exact match of .*no difference that is sure/,
  });
  await expect(cells).toHaveCount(1);
  await cells.click();
  const answers = page.getByRole("region", { name: "Answers" });
  await answers.getByRole("button", { name: "All", exact: true }).click();
  const first = answers.getByRole("article").first();
  await expect(first.getByText(/^May I bring \d+ friends\?$/)).toBeVisible();
  await expectAccessible(page);
  await answers.getByRole("button", { name: /^Broken/ }).click();
  await expect(answers.getByText("No broken answers")).toBeVisible();
  await answers.getByRole("button", { name: "All", exact: true }).click();
  await first.getByRole("checkbox").check();
  const adding = page.getByRole("dialog", { name: "Add 1 call to a queue" });
  // The key means something once the bar with what is selected has come.
  await expect(async () => {
    if (!(await adding.isVisible())) await page.keyboard.press("q");
    await expect(adding).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");

  await page.goto(`${HOME}/models/${modelId}?tab=aliases`);
  await page.getByRole("button", { name: "New gate" }).click();
  const gate = page.getByRole("dialog", { name: "New gate" });
  await gate.getByLabel("Minimum gain").fill("much");
  await gate.getByRole("button", { name: "Add a line" }).click();
  await gate.getByRole("button", { name: "Set gate" }).click();
  await expect(gate.getByText("Enter a number from 0.")).toBeVisible();
  await expectAccessible(page);
  await gate.getByLabel("Minimum gain").fill("0.05");
  for (const at of [0, 1]) {
    await gate.getByLabel("Evaluation").nth(at).click();
    await page.getByRole("option", { name }).click();
    // A metric is proposed once the runs are read.
    await expect(gate.getByLabel("Metric").nth(at)).not.toHaveText(/…/);
  }
  await gate.getByLabel("Metric").first().click();
  await page.getByRole("option", { name: "Exact match" }).click();
  await expect(gate.getByText(/^All runs so far have \d+(\.\d)? %: nothing /)).toBeVisible();
  await expectAccessible(page);
  await gate.getByRole("button", { name: "Set gate" }).click();
  const alias = page.getByRole("region", { name: "Alias production" });
  await expect(alias.getByRole("list", { name: "Conditions of production" })).toContainText(
    `Exact match of ${name} must get better by more than 5 points`,
  );
  // Nobody is meant to serve the base by accident: it is no candidate until somebody chooses it.
  await expect(alias.getByText("would pass", { exact: true })).toHaveCount(0);
  await alias.getByRole("combobox", { name: "Candidate for production" }).click();
  await page.getByRole("option", { name: "step 0 (base)" }).click();
  await expect(alias.getByText("would pass", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await alias.getByRole("button", { name: "Move production to step 0" }).click();
  await expect(alias.getByRole("heading", { name: "production" })).toBeFocused();
  await page.goBack();
  // What is in production is not offered to be promoted to it.
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByText("In production", { exact: true })).toBeVisible();
  await expect(comparison.getByRole("link", { name: /^Promote/ })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cells).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.goto(HOME);
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/\/evaluations$/, { timeout: 2_000 });
  }).toPass();
  await page.goto(`${HOME}/evaluations?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Completed");
  await expectNoOverflow(page);
  await expectAccessible(page);
});

async function nameOf(modelId: string): Promise<string> {
  return (await (await bearer(`/v1/preview/models/${modelId}`)).json()).name;
}

import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aModel, aRowsDataset, bearer, rowsOf } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const PAIR = { prompt: "May I?", chosen: "Yes, of course.", rejected: "No." };

async function upload(filename: string, row: object): Promise<void> {
  const form = new FormData();
  form.append("purpose", "fine-tune");
  form.append("project_id", SERVICE.project);
  form.append("file", new Blob([JSON.stringify(row)]), filename);
  const response = await fetch(`${SERVICE.url}/v1/files`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SERVICE.apiKey}` },
    body: form,
  });
  expect(response.status).toBe(200);
}

/** Its rows again, with none of them held out. */
async function buildAgain(datasetId: string): Promise<void> {
  const at = `/api/datasets/${datasetId}`;
  const project_id = SERVICE.project;
  const { dataset } = await (await bearer(`${at}?project_id=${encodeURIComponent(project_id)}`)).json();
  const recipe = { ...dataset.recipe, split: { held_out: 0, seed: 1 } };
  expect((await bearer(at, { project_id, recipe }, "PUT")).status).toBe(200);
  expect((await bearer(`${at}/versions`, { project_id })).status).toBe(200);
}

test("a version of a dataset is chosen in the form, as its page would choose it, and other rows are not offered", async ({
  page,
  signIn,
}) => {
  const modelId = await aModel();
  const { id, name } = await aRowsDataset({ heldOut: 0.25 });
  await buildAgain(id);
  const pairs = `pairs-${crypto.randomUUID().slice(0, 8)}.jsonl`;
  await upload(pairs, PAIR);
  await signIn(page);
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  await page.getByRole("combobox", { name: "Or choose an earlier upload" }).click();
  await expect(page.getByRole("option", { name: "friends.jsonl" }).first()).toBeVisible();
  await expect(page.getByRole("option", { name: pairs })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByText("Choose a dataset or a file.")).toBeVisible();

  await page.getByRole("combobox", { name: "Dataset" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Dataset ${name}:v1`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Change" })).toBeFocused();
  await expect(page.getByText("24 rows to learn; none is held out.")).toBeVisible();
  const rail = page.getByRole("complementary", { name: "What this job will do" });
  await expect(rail.locator("dd").first()).toHaveText("24");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Dataset" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name }).click();
  await page.getByRole("combobox", { name: "Version" }).click();
  await page.getByRole("option", { name: "v0" }).click();
  await expect(page.getByText(`Dataset ${name}:v0`)).toBeVisible();
  const chosen = new URL(page.url()).searchParams;
  chosen.delete("model");
  await page.reload();
  await expect(page.getByText(`Dataset ${name}:v0`)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto(`${HOME}/datasets/${id}?version=v0`);
  const train = page.getByRole("link", { name: "Train on v0" });
  const said = new URL((await train.getAttribute("href")) ?? "", SERVICE.url).searchParams;
  expect(Object.fromEntries(chosen)).toEqual(Object.fromEntries(said));
});

test("preferences take pairs and rated replies, whose loss follows from them", async ({ page, signIn }) => {
  const modelId = await aModel();
  const { name } = await aRowsDataset({ heldOut: 0 });
  const [pairs, rated] = ["pairs", "rated"].map((one) => `${one}-${crypto.randomUUID().slice(0, 8)}.jsonl`);
  await upload(pairs ?? "", PAIR);
  await upload(rated ?? "", { prompt: "May I?", completion: "Yes.", label: true });
  await signIn(page);
  await page.goto(`${HOME}/training/new?model=${modelId}&method=preference`);
  const dataset = page.getByRole("combobox", { name: "Dataset" });
  const none = page.getByText("No dataset fits yet.");
  await expect(dataset.or(none)).toBeVisible();
  await expect(page.getByText("Loading the datasets…")).toHaveCount(0);
  if (await dataset.isVisible()) {
    await dataset.click();
    await expect(page.getByRole("option", { name })).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("combobox", { name: "Or choose an earlier upload" }).click();
  await expect(page.getByRole("option", { name: pairs })).toBeVisible();
  await page.getByRole("option", { name: rated }).click();
  await expect(page.getByTitle(rated ?? "", { exact: true })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Loss" })).toHaveText("KTO");
  await page.getByRole("radio", { name: /^Supervised/ }).check();
  await expect(page.getByText("This needs a file of “Conversations”", { exact: false })).toBeVisible();
});

for (const method of ["sft", "preference"])
  test(`what is typed while a file is on its way stays when it has arrived: ${method}`, async ({
    page,
    signIn,
  }) => {
    const modelId = await aModel();
    const [arrival, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/v1\/files$/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      sent.resolve();
      await arrival.promise;
      await route.continue();
    });
    await signIn(page);
    await page.goto(`${HOME}/training/new?model=${modelId}&method=${method}`);
    const row = method === "sft" ? rowsOf(1) : JSON.stringify(PAIR);
    const name = `late-${crypto.randomUUID().slice(0, 8)}.jsonl`;
    const buffer = Buffer.from(row);
    await page.getByLabel("Training file").setInputFiles({ name, mimeType: "application/jsonl", buffer });
    await sent.promise;
    await page.getByText("How to learn").click();
    await page.getByLabel("Learning rate").fill("0.0007");
    await page.getByText("Name, tags and note").click();
    await page.getByLabel("Group").fill("late rows");
    arrival.resolve();
    await expect(page.getByRole("status").filter({ hasText: /1 row · / })).toBeVisible();
    await expect(page.getByLabel("Learning rate")).toHaveValue("0.0007");
    await expect(page.getByLabel("Group")).toHaveValue("late rows");
  });

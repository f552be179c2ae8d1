import { readFile } from "node:fs/promises";
import { freePort } from "#lib/platform/processes/ports.ts";
import { expectAccessible } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aJob, aLongJob, aModel, ended, rowsOf } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;

test("a sweep is counted before it starts and summed up as a group; its jobs are named, found and repeated with changes", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const modelId = await aModel();
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  const buffer = Buffer.from(rowsOf(12));
  await page
    .getByLabel("Training file")
    .setInputFiles({ name: "sweep.jsonl", mimeType: "application/jsonl", buffer });
  await page.getByText("How to learn").click();
  await page.getByLabel("Learning rate").fill("0.001, 0.0003");
  await page.getByText("Name, tags and note").click();
  const group = `rates ${crypto.randomUUID().slice(0, 6)}`;
  await page.getByLabel("Group").fill(group);
  await expect(page.getByText("2 jobs in one group", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Start 2 jobs" }).click();
  await page.waitForURL(/group=/, { timeout: 30_000 });
  const rows = page.getByRole("row", { name: /^Training of .*-sweep-/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Completed" })).toHaveCount(2, { timeout: 120_000 });
  await page.getByRole("link", { name: "Groups" }).click();
  const row = page.getByRole("row", { name: `${group}, 2 jobs` });
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^rate 0\.0/ })).toBeVisible();

  await page.getByRole("button", { name: "Name and tags" }).click();
  const name = `Best of ${group}`;
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Tags" }).fill("kept, good");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("link", { name: "Repeat with changes" }).click();
  await expect(page.getByText("sweep.jsonl, 12 rows", { exact: false })).toBeVisible();
  await page.getByText("How to learn").click();
  await expect(page.getByLabel("Batch size")).toHaveValue("4");
  await page.goto(`${HOME}/training`);
  await page.getByRole("searchbox", { name: "Find jobs by name, tag or note" }).fill(name);
  await expect(page.getByRole("row", { name: new RegExp(`^Training of .*${name}`) })).toHaveCount(1);
  await expectAccessible(page);
});

test("charts are hidden, enlarged, saved and zoomed; what never moves takes a line", async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  const jobId = await aLongJob(2_000);
  await page.goto(`${HOME}/training/${jobId}`);
  await expect(page.getByLabel("Constant metrics")).toContainText("Learning rate0.001");
  const picture = (name: RegExp) => page.getByRole("img", { name });
  const box = await picture(/^Loss by step/).boundingBox();
  // The first curve begins in the upper third of the screen.
  expect(box?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
  const menu = () => page.getByRole("button", { name: "Actions for the chart Loss" });
  await menu().click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const values = await readFile(await (await saved).path(), "utf8");
  expect(values).toMatch(/^line,first_step,last_step,mean,min,max\r\nLoss,1,/);
  await menu().click();
  const drawn = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /PNG/ }).click();
  const png = await readFile(await (await drawn).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await menu().click();
  await page.getByRole("menuitem", { name: "Enlarge" }).click();
  await expect.poll(async () => (await picture(/^Loss by step/).boundingBox())?.height).toBeGreaterThan(350);
  await menu().click();
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(picture(/^Loss by step/)).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Show 1 hidden chart" }).click();
  await expect(picture(/^Loss by step/)).toBeVisible();
  await page.goto(`${HOME}/training/${jobId}?from=600&to=700&logy=1`);
  await expect(picture(/^Loss by step/)).toHaveAccessibleName(/at step 6\d\d to .* at step (69\d|700)/);
  await expectAccessible(page);
});

test("files are uploaded, looked into, followed to their jobs and deleted with a warning", async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  const filename = `friends-${crypto.randomUUID().slice(0, 8)}.jsonl`;
  await page.goto(`${HOME}/training/files`);
  await page.getByRole("button", { name: "Upload a file" }).first().click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: filename, mimeType: "application/jsonl", buffer: Buffer.from(rowsOf(7)) });
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: `${filename}, 7 rows` });
  await row.click();
  const sheet = page.getByRole("dialog", { name: filename });
  await expect(sheet.getByText("No job has used it yet.")).toBeVisible();
  await expect(sheet.getByRole("article", { name: "Row 1" })).toContainText("May I bring 0 friends?");
  await expectAccessible(page);
  const fileId = await fileIdOf(filename);
  await ended(await aJob(await aModel(), 0, {}, { training_data_url: fileId, name: "From the file" }));
  await page.reload();
  await row.click();
  await expect(sheet.getByRole("link", { name: "From the file" })).toBeVisible();
  await sheet.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 job used it");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

async function fileIdOf(filename: string): Promise<string> {
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const answer = await fetch(`${SERVICE.url}/v1/files?project_id=${SERVICE.project}`, { headers });
  const { data }: { data: { id: string; filename: string }[] } = await answer.json();
  return data.find((file) => file.filename === filename)?.id ?? "";
}

test("an upstream is tested, with each fault named, added, changed and deleted; base models show their size", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const name = `up-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/settings/upstreams");
  await page.getByRole("button", { name: "Add server" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Address").fill(`http://127.0.0.1:${await freePort()}/v1`);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog).toContainText("The address is not allowed.");
  await dialog.getByLabel(/private network/).check();
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog).toContainText("The connection was refused.");
  await dialog.getByLabel("API key").fill("sk-secret");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add server" }).click();
  const row = page.getByRole("row", { name: `Upstream ${name}` });
  await row.getByText(name).click();
  await expect(dialog).toContainText("one is stored");
  await dialog.getByRole("button", { name: "Replace or remove" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("none");
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);

  await page.goto(`${HOME}/models`);
  await page.getByRole("link", { name: "Base models" }).click();
  const bases = page.getByRole("table", { name: "Base models" });
  await expect(bases.getByRole("row").filter({ hasText: "spindle-mini" })).toContainText("qwen3");
});

import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";
import { aModel } from "./support/training.ts";

const PAGE = `/projects/${SERVICE.project}/datasets`;

// The browser writes down that a file was refused.
test.use({ expectedErrors: [/status of 422/] });

test("a table that is dropped becomes a dataset, once its wrong line is mended and its columns are said", async ({
  page,
  signIn,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page);
  await page.goto(PAGE);
  await expect(page.getByRole("button", { name: "Import" })).toBeVisible();
  const table = (last: string) =>
    `Asked by a customer,Answer,Good?\nWhere is ${mark}?,Here,yes\n"When,\nplease?",Now,${last}\n`;
  await drop(page, [{ name: `judged ${mark}.csv`, content: table("perhaps") }]);
  const dialog = page.getByRole("dialog", { name: "Import rows" });
  await expect(dialog.getByText(`Where is ${mark}?`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Choose other files" })).toBeFocused();
  await expect(dialog.getByText(/Say which column is the prompt/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "What Asked by a customer is" }).click();
  await page.getByRole("option", { name: "Prompt", exact: true }).click();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("list", { name: "Lines with errors" })).toContainText(/Line 3.*"perhaps"/);
  await expectAccessible(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Choose other files" }).click(),
  ]);
  await chooser.setFiles({
    name: `judged ${mark}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(table("no").replace("Asked by a customer", "Question")),
  });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();

  const make = page.getByRole("dialog", { name: "Make a dataset" });
  await make.getByLabel("Held out, in percent").fill("0");
  await expect(make.getByRole("status", { name: "Rows" }).locator("dd")).toHaveText(["2", "0", "0"]);
  await make.getByRole("button", { name: "Build" }).click();
  await expect(page.getByRole("heading", { name: `judged-${mark}`, exact: true })).toBeVisible();
  await expect(page.getByRole("article", { name: "Row 2", exact: true })).toContainText("please?");
});

test("files of two splits are one dataset whose rows stay where they are", async ({ page, signIn }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await expect(page.getByRole("button", { name: "Import" })).toBeVisible();
  const row = (n: number) =>
    `${JSON.stringify({ prompt: `Where is ${n} ${mark}?`, completion: `There, ${n}` })}\n`;
  await drop(page, [
    { name: "train.jsonl", content: row(1) + row(2) },
    { name: "test.jsonl", content: row(3) },
  ]);
  const make = page.getByRole("dialog", { name: "Make a dataset" });
  await expect(make.getByRole("status", { name: "Rows" }).locator("dd")).toHaveText(["2", "1", "0"]);
  await expectNoOverflow(page);
  await make.getByLabel("Name").fill(`parts-${mark}`);
  await make.getByRole("button", { name: "Build" }).click();
  await expect(page.getByRole("heading", { name: `parts-${mark}`, exact: true, level: 1 })).toBeFocused();
});

test("a dataset that a program published is read, downloaded and trained on by its own page", async ({
  page,
  signIn,
}) => {
  const name = `talks-${crypto.randomUUID().slice(0, 8)}`;
  const first = await publish(name, [{ prompt: "Where is it?", completion: "Here.", about: { shelf: [1] } }]);
  await publish(name, [{ question: "a" }, { question: "b" }]);
  await signIn(page);
  await page.goto(`${PAGE}?name=${name}`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("article", { name: "Row 2", exact: true })).toContainText("b");
  await expect(page.getByRole("button", { name: "Name its columns" })).toBeVisible();
  await page.getByRole("tab", { name: /^Used by/ }).click();
  await expect(page.getByText("Nothing uses it yet")).toBeVisible();
  await page.getByRole("tab", { name: /^Versions/ }).click();
  await page.getByRole("cell", { name: "v0", exact: true }).click();
  const row = page.getByRole("article", { name: "Row 1", exact: true });
  await expect(row.getByRole("region", { name: "completion" })).toHaveText("Here.");
  await expect(row.getByRole("tree", { name: "about" })).toContainText("shelf");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export v0 as JSONL" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${name} v0.jsonl`);
  await expect(page.getByRole("link", { name: "Train on v0" })).toHaveAttribute(
    "href",
    new RegExp(`training/new\\?data=${encodeURIComponent(first)}&method=sft`),
  );
});

test("columns that a program calls otherwise are named, and their rows become a dataset or are trained on", async ({
  page,
  signIn,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const name = `faq-${mark}`;
  const ref = await publish(
    name,
    [1, 2, 3, 4].map((n) => ({ question: `Where is ${n} ${mark}?`, said: `There, ${n}`, shelf: [n] })),
  );
  const lost = `lost-${mark}`;
  const val = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  const rows = `weave:///${SERVICE.project}/table/none`;
  const obj = { project_id: SERVICE.project, object_id: lost, val: { ...val, rows } };
  await post("/api/obj/create", { obj });
  await signIn(page);
  await page.goto(`${PAGE}?name=${mark}`);
  const published = page.getByRole("list", { name: "Published by programs" });
  await expect(published.getByRole("listitem").filter({ hasText: lost })).toContainText("Rows not found");
  await published.getByRole("button", { name: `Name the columns of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Name the columns" });
  await expect(dialog.getByText(`Where is 3 ${mark}?`)).toHaveCount(2);
  await expect(dialog.getByRole("region", { name: "Its first rows, read so" })).toContainText("Prompts");
  await dialog.getByRole("combobox", { name: "What said is" }).click();
  await page.getByRole("option", { name: "Reply", exact: true }).click();
  await expect(dialog.getByRole("region", { name: "Its first rows, read so" })).toContainText(
    "Conversations",
  );
  await expectAccessible(page);
  const train = dialog.getByRole("link", { name: "Train on v0" });
  const data = encodeURIComponent(`${ref}?prompt=question&completion=said`).replaceAll("%20", "+");
  await expect(train).toHaveAttribute("href", new RegExp(`training/new\\?data=${data}&method=sft`));
  await dialog.getByRole("button", { name: "Make a dataset" }).click();
  const make = page.getByRole("dialog", { name: "Make a dataset" });
  await make.getByLabel("Held out, in percent").fill("0");
  await expect(make.getByRole("status", { name: "Rows" }).locator("dd")).toHaveText(["4", "0", "0"]);
  await make.getByRole("button", { name: "Build" }).click();
  await expect(page.getByRole("article", { name: "Row 4", exact: true })).toContainText("There, 4");
  await page.goto(`${PAGE}/published/${lost}`);
  await expect(page.getByText("their table was never sent").first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${PAGE}/published/${name}`);
  await page.getByRole("button", { name: "Name its columns" }).click();
  await expect(dialog.getByText(`Where is 3 ${mark}?`)).toHaveCount(2);
  await expectNoOverflow(page);
});

test("of rows that a program published, those that lack a cell are counted, left out by a dataset, and named where a job would fail", async ({
  page,
  signIn,
}) => {
  const name = `mixed-${crypto.randomUUID().slice(0, 8)}`;
  const ref = await publish(name, [
    { Frage: "Wo ist mein Paket?", Antwort: "Es kommt morgen." },
    { Frage: "Und die Rechnung?", Antwort: null },
    { Frage: "", Antwort: "Sehr gern." },
    { Frage: "Wie viele Tage?", Antwort: 3 },
  ]);
  await aModel();
  await signIn(page);
  await page.goto(`${PAGE}/published/${name}`);
  await page.getByRole("button", { name: "Name its columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Name the columns" });
  await expect(dialog.getByRole("combobox", { name: "What Antwort is" })).toHaveText("Reply");
  await expect(dialog.getByRole("status")).toContainText(
    "3 of the 4 rows are no row to learn from, the first of them row 2: “Antwort” is empty.",
  );
  await expect(dialog.getByRole("region", { name: "Its first rows, read so" })).not.toContainText("null");
  await expect(dialog.getByRole("link", { name: "Train on v0" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(
    `/projects/${SERVICE.project}/training/new?data=${encodeURIComponent(`${ref}?prompt=Frage&completion=Antwort`)}&method=sft&held_out=none`,
  );
  const problem = page.getByRole("complementary").getByRole("alert");
  await expect(problem).toContainText(`Make a dataset of ${name}, which leaves these rows out`);
  await expect(problem).toContainText("completion is its column “Antwort”");
  await expect(problem.getByRole("listitem")).toContainText([
    "line 2 has no completion",
    "line 3 has no prompt",
    "line 4: completion is 3",
  ]);
  await expectAccessible(page);
});

/** As the Weave SDK publishes one: a table, and an object that names it. Gives the reference to it. */
async function publish(name: string, rows: object[]): Promise<string> {
  const project_id = SERVICE.project;
  const { digest } = await post<{ digest: string }>("/api/table/create", { table: { project_id, rows } });
  const bases = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  const val = { ...bases, name, rows: `weave:///${project_id}/table/${digest}` };
  await post("/api/obj/create", { obj: { project_id, object_id: name, val } });
  return `weave:///${project_id}/object/${name}:v0`;
}

type Dropped = { name: string; content: string };

async function drop(page: Page, files: Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, content } of given) data.items.add(new File([content], name));
    return data;
  }, files);
  await page.locator('[data-drop="rows"]').dispatchEvent("drop", { dataTransfer });
}

import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aModel } from "../support/training.ts";

const PAGE = `/projects/${SERVICE.project}/datasets`;
const KEY = "sk-proj-A7f3kQ9zX2mN8vB4cR6tY1wE5uI0oP3s";

type Row = readonly [asked: string, answer: string];

/** Opens the form that makes a dataset of a file of these rows. */
async function importRows(page: Page, name: string, rows: readonly Row[]) {
  await page.goto(PAGE);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import" }).click(),
  ]);
  const lines = rows.map(([prompt, completion]) => `${JSON.stringify({ prompt, completion })}\n`);
  await chooser.setFiles({ name, mimeType: "application/jsonl", buffer: Buffer.from(lines.join("")) });
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  await dialog.getByLabel("Held out, in percent").fill("0");
  return dialog;
}

test("rows of a file that hold a key, contradict each other or say nothing are named before a build, at the rows, and before a job", async ({
  page,
  signIn,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await aModel();
  await signIn(page);
  const dialog = await importRows(page, `noted-${mark}.jsonl`, [
    [`Where is ${mark}?`, "Here."],
    [`What is the key of ${mark}?`, KEY],
    [`Is ${mark} open?`, "Yes."],
    [`Is ${mark} open?`, "No."],
    [" ", `You said nothing, ${mark}.`],
  ]);
  const counts = dialog.getByRole("status", { name: "Rows" }).locator("dd");
  await expect(counts).toHaveText(["5", "0", "0"]);
  await expect(dialog.getByText("1 prompt has different answers (lines 3 and 4).")).toBeVisible();
  const empty = dialog.getByText("1 row has an empty question (line 5).");
  await expect(empty).toBeVisible();
  const secret = dialog.getByText("1 row holds what looks like a key (line 2).");
  await expect(secret).toBeVisible();
  await expectAccessible(page);
  await secret.getByRole("button", { name: "Leave them out" }).click();
  await expect(counts).toHaveText(["4", "0", "1"]);
  await expect(secret).toBeHidden();
  await empty.getByRole("button", { name: "Leave them out" }).click();
  await expect(counts).toHaveText(["3", "0", "2"]);
  await expect(dialog.getByText("A question or an answer of the row says nothing")).toBeVisible();
  await expect(empty).toBeHidden();
  await dialog.getByText("Secrets, duplicates and evaluation").click();
  await dialog.getByRole("checkbox", { name: "Leave out rows with an empty question or answer" }).uncheck();
  await expect(empty).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Keys, cards/ }).click();
  await page.getByRole("option", { name: "Count and mark them" }).click();
  await expect(secret).toBeVisible();
  await dialog.getByRole("button", { name: "Build" }).click();

  const rows = page.getByRole("article", { name: /^Row \d+$/ });
  await page.getByRole("link", { name: "1 row holds what looks like a key" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("status", { name: "Rows shown" })).toHaveText("1 row");
  await expect(rows).toContainText(/Row 2.*Holds what looks like a key/);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Found in rows" }).click();
  await page.getByRole("option", { name: "Empty question (1)" }).click();
  await expect(rows).toContainText(/Row 5.*Empty question/);
  await page.getByRole("link", { name: "1 prompt has different answers" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Row 4 has this prompt with another answer" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);

  await page.getByRole("link", { name: "Train on v0" }).click();
  await expect(page.getByText("1 row holds what looks like a key, and a model may repeat it.")).toBeVisible();
  await expectNoOverflow(page);
  const warning = page.getByText(/^1 prompt of v0 has different answers, and the job learns each of them/);
  await expect(warning).toBeVisible();
  await page
    .getByText(/what looks like a key/)
    .getByRole("link", { name: "See their rows" })
    .click();
  await expect(rows).toHaveCount(1);
});

test("what a file's rows are is said by its name and line, and a duplicate leads to the row that it equals", async ({
  page,
  signIn,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page);
  const file = `rows (ä) ${mark}.jsonl`;
  const dialog = await importRows(page, file, [
    [`Where is ${mark}?`, "Here."],
    [`Is ${mark} open?`, "Yes."],
    [`Is ${mark} open?`, "Yes."],
  ]);
  await expect(dialog.getByLabel("Name")).toHaveValue(`rows-a-${mark}`);
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
    /^From “rows \(ä\) .*”; a name has letters/,
  );
  await dialog.getByRole("button", { name: "Build" }).click();
  const rows = page.getByRole("article", { name: /^Row \d+$/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(`${file}, line 2`);
  await page.getByRole("tab", { name: /^Left out/ }).click();
  const left = page.getByRole("table", { name: "Items left out" });
  await expect(left).toContainText(`Is ${mark} open?`);
  await expect(left).toContainText(`${file}, line 3`);
  await expectAccessible(page);
  await left.getByRole("link", { name: "row 2" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Row 2");
  await page.getByRole("button", { name: "Only row 2: show all" }).click();
  await expect(rows).toHaveCount(2);
});

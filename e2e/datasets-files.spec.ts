import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";

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
  await expect(page.getByRole("heading", { name: `parts-${mark}`, exact: true })).toBeVisible();
});

type Dropped = { name: string; content: string };

async function drop(page: Page, files: Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, content } of given) data.items.add(new File([content], name));
    return data;
  }, files);
  await page.locator('[data-drop="rows"]').dispatchEvent("drop", { dataTransfer });
}

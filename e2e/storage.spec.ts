import { readFile } from "node:fs/promises";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";

test.use({ expectedErrors: [/status of 503/] });

test("the settings say how much a project stores and how it grows, by day and by week", async ({
  page,
  signIn,
}) => {
  const home = await aProjectOf([
    { id: "old", started_at: "2026-02-03T10:00:00Z" },
    { id: "a", thread_id: "talk", turn_id: "a", started_at: new Date().toISOString() },
    { id: "b", started_at: new Date().toISOString() },
  ]);
  await signIn(page);
  await page.goto(`${home}/settings?tab=storage`);
  const sizes = page.getByRole("table", { name: "What the project stores" });
  await expect(sizes.getByRole("row", { name: /^Calls 3 \d+ B$/ })).toBeVisible();
  await expect(sizes.getByRole("row", { name: "Threads 1 –" })).toBeVisible({ timeout: 15_000 });
  await expect(sizes.getByRole("row", { name: /^Together/ })).toBeVisible();
  const growth = page.getByRole("region", { name: "Growth" });
  await expect(growth.getByText("2 calls in the last 30 days.")).toBeVisible();
  await expect(growth.getByRole("listitem")).toHaveCount(30);
  await growth.getByRole("button", { name: "By week" }).click();
  await expect(growth.getByText("2 calls in the last 26 weeks.")).toBeVisible();
  await expect(page).toHaveURL(/growth=week/);
  await growth.getByRole("button", { name: "Size" }).click();
  await expect(growth.getByText(/B in the last 26 weeks\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test("a month is exported as a table, and another project imports it with ids, times and contents", async ({
  page,
  signIn,
}) => {
  const at = { started_at: "2026-02-03T10:00:00.000123Z", ended_at: "2026-02-03T10:00:01Z" };
  const [home, other] = [
    await aProjectOf([
      {
        id: "turn",
        thread_id: "talk",
        turn_id: "turn",
        inputs: { question: "Where is it?" },
        output: "Here.",
        ...at,
      },
      { id: "loose", ...at },
      { id: "later", started_at: "2026-03-01T00:00:00Z" },
    ]),
    await aProjectOf([{ id: "own" }]),
  ];
  await signIn(page);
  await page.goto(`${home}/settings?tab=storage`);
  const months = page.getByRole("table", { name: "Calls by month" });
  await expect(months.getByRole("row")).toHaveCount(3);
  const saving = page.waitForEvent("download");
  await months.getByRole("button", { name: "Export February 2026" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/ calls 2026-02\.parquet$/);
  const file = await download.path();

  await page.goto(`${other}/threads`);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import conversations" }).first().click(),
  ]);
  await chooser.setFiles({ name: "month.parquet", mimeType: "", buffer: await readFile(file) });
  const dialog = page.getByRole("dialog", { name: "Import conversations" });
  await expect(
    dialog.getByText("1 thread with 1 turn. 1 call outside of threads. Nothing is stored yet."),
  ).toBeVisible();
  await expect(dialog.getByText("Where is it?")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 1 thread" }).click();
  await expect(page.getByText("1 thread imported")).toBeVisible();
  const seen = async (path: string) => {
    const project_id = path.replace("/projects/", "");
    const read = (id: string) =>
      post<{ call: Record<string, unknown> }>("/api/call/read", { project_id, id });
    return Promise.all(["turn", "loose"].map(async (id) => ({ ...(await read(id)).call, project_id: "" })));
  };
  expect(await seen(other)).toEqual(await seen(home));

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The import of 1 thread was undone", { exact: true })).toBeVisible();
});

test("an admin sees what a retention would drop, saves it, and the worker drops it", async ({
  page,
  signIn,
}) => {
  const home = await aProjectOf([
    { id: "first", trace_id: "first", started_at: "2026-01-05T00:00:00Z" },
    { id: "second", trace_id: "second", started_at: "2026-01-06T00:00:00Z" },
    { id: "third", trace_id: "third", started_at: "2026-01-07T00:00:00Z" },
  ]);
  await signIn(page);
  await page.goto(`${home}/settings?tab=storage`);
  const part = page.getByRole("region", { name: "Retention" });
  await expect(part.getByText("Calls are kept for ever.")).toBeVisible();
  await part.getByLabel("Keep calls for some days").check();
  await part.getByRole("button", { name: "Preview…" }).click();
  await expect(part.getByText("Enter a whole number from 1 to 2,000,000,000.")).toBeVisible();
  await part.getByLabel("Days", { exact: true }).fill("30");
  await part.getByRole("button", { name: "Preview…" }).click();
  const dialog = page.getByRole("dialog", { name: "Drop older calls?" });
  await expect(dialog.getByText("No call would be dropped now.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await part.getByLabel("Keep the newest calls").check();
  await part.getByLabel("Calls", { exact: true }).fill("1");
  await part.getByRole("button", { name: "Preview…" }).click();
  await expect(dialog.getByText("2 calls would be dropped now.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save and drop older calls" }).click();
  await expect(part.getByText("The newest 1 call is kept.")).toBeVisible();
  await expect(part.getByText(/2 calls dropped\.$/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole("row", { name: /^Calls 1 / })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);

  await page.goto(`${home}/settings?tab=audit`);
  for (const action of ["calls.dropped", "retention.set"])
    await expect(page.getByRole("row", { name: new RegExp(`^${action} by `) })).toBeVisible();
  await page.goto(`${home}/settings?tab=storage`);
  await part.getByLabel("Keep all calls").check();
  await part.getByRole("button", { name: "Save", exact: true }).click();
  await expect(part.getByText("Calls are kept for ever.")).toBeVisible();
});

test("sizes that could not be loaded say so, and are asked for again", async ({ page, signIn }) => {
  const home = await aProjectOf([{ id: "only" }]);
  await signIn(page);
  await page.route(/\/storage\?/, (route) => route.fulfill({ status: 503, json: { detail: "Not now" } }));
  await page.goto(`${home}/settings`);
  await page.getByRole("tab", { name: "Storage" }).click();
  await expect(page.getByText("The sizes could not be loaded")).toBeVisible({ timeout: 30_000 });
  await page.unroute(/\/storage\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row", { name: /^Calls 1/ })).toBeVisible();
});

/** A project of its own with these calls, as the address of its pages. */
async function aProjectOf(calls: Record<string, unknown>[]): Promise<string> {
  const project = `stored-${crypto.randomUUID().slice(0, 8)}`;
  const at = { started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" };
  const whole = { trace_id: "t", op_name: "ask", attributes: {}, inputs: {}, output: "", summary: {}, ...at };
  const batch = calls.map((call) => ({ ...whole, ...call }));
  await post(`/api/v2/acme/${project}/calls/complete`, { batch });
  return `/projects/acme/${project}`;
}

import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { api } from "./support/requests.ts";

const PROJECT = `acme/searched-${Date.now()}`;
const HOME = `/projects/${PROJECT}/calls`;
/** More than are looked through before the service first asks how long it took; the parcel is among the oldest of them. */
const CALLS = 9_000;
const PARCELS = [8_950, 40];
/** As many as fill a short window. */
const LETTERS = Array.from({ length: 16 }, (_, n) => 8_900 + n);
const BATCH = 500;

test.beforeAll(async () => {
  for (let from = 0; from < CALLS; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => aCall(from + i));
    expect(await (await api(`/api/v2/${PROJECT}/calls/complete`, { batch })).json()).toEqual({});
  }
});

test("a search without time to spare says how far it got, and continues when somebody asks, by button and by key", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(HOME);
  await expect(page.getByRole("row").nth(1)).toContainText(`question ${CALLS - 1}`);
  await leaveNoTime(page);
  const searchbox = page.getByRole("searchbox", { name: "Search in inputs and output" });
  // What is typed after the key is text, and none of the page's keys.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(searchbox).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type("parcel");
  await expect(searchbox).toHaveValue("parcel");
  await expect(page.getByRole("row").nth(1)).toContainText("the lost parcel");
  const reach = page.getByRole("region", { name: "Search" });
  await expect(reach).toContainText(/Searched back to Jan 5, .*\d\d:\d\d/);
  await expect(page.getByText("1+ calls")).toBeVisible();
  await expectAccessible(page);

  // It continues by itself, until it finds another one.
  await reach.getByRole("button", { name: "Search further" }).click();
  await expect(page.getByRole("row")).toHaveCount(1 + PARCELS.length);
  await expect(page.getByRole("row").nth(2)).toContainText("the lost parcel");
  await expect(reach).toHaveCount(0);
  await expect(page.getByText(`${PARCELS.length} calls`, { exact: true })).toBeVisible();

  await searchbox.fill("no such words");
  await expect(page.getByRole("heading", { name: "Nothing found so far" })).toBeVisible();
  await expect(page.getByText(/Searched back to/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("heading", { name: "Calls", exact: true }).click();
  await page.keyboard.press("f");
  await expect(page.getByRole("heading", { name: "No call matches these filters" })).toBeVisible();
});

test("a phone and a short window have room for how far a search got", async ({ browser, signIn }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page);
  await leaveNoTime(page);
  await page.goto(HOME);
  await page.getByRole("searchbox", { name: "Search in inputs and output" }).fill("parcel");
  await expect(page.getByRole("region", { name: "Search" })).toContainText("Searched back to");
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole("searchbox", { name: "Search in inputs and output" }).fill("letter");
  await expect(page.getByRole("row").nth(1)).toContainText("a long letter");
  const further = page.getByRole("button", { name: "Search further" });
  await expect(further).toBeInViewport({ ratio: 1 });
  await page.getByRole("searchbox", { name: "Search in inputs and output" }).fill("no such words");
  await expect(page.getByRole("heading", { name: "Nothing found so far" })).toBeVisible();
  await expect(further).toBeInViewport({ ratio: 1 });
  await context.close();
});

/** Each request for a page looks through one stretch of calls, as it would on a slow machine. */
async function leaveNoTime(page: Page): Promise<void> {
  await page.route(/\/api\/calls\/(search|query_stats)$/, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), within_ms: 0 }) }),
  );
}

function aCall(i: number) {
  const words = PARCELS.includes(i)
    ? "the lost parcel"
    : LETTERS.includes(i)
      ? "a long letter"
      : "the weather";
  const startMs = Date.parse("2026-01-05T09:00:00Z") + i * 1_000;
  return {
    id: `call-${i}`,
    trace_id: `trace-${i}`,
    op_name: "answer",
    started_at: new Date(startMs).toISOString(),
    ended_at: new Date(startMs + 500).toISOString(),
    attributes: {},
    inputs: { messages: [{ role: "user", content: `About ${words}, question ${i}` }] },
    output: { role: "assistant", content: "Nothing is known." },
    summary: {},
  };
}

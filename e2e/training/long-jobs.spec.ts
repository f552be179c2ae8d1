import { type Browser, chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "../support/chromium.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aLongJob } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const STEPS = 20_000;

/** The browser speaks the language of its surroundings, as it does outside of tests. */
test.use({ locale: "" });

async function plainBrowser(): Promise<Browser> {
  const options = await browserLaunchOptions();
  const surroundings = { ...(options.env ?? process.env), LANG: "C.UTF-8", LC_ALL: "C.UTF-8", LANGUAGE: "" };
  const env = Object.entries(surroundings).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chromium.launch({ ...options, env: Object.fromEntries(env) });
}

/** Counts what the event streams of a page bring. */
async function countStreams(page: Page) {
  const streams = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.includes("/stream")) streams.set(requestId, 0);
  });
  session.on("Network.dataReceived", ({ requestId, dataLength }) => {
    const before = streams.get(requestId);
    if (before !== undefined) streams.set(requestId, before + dataLength);
  });
  return { streams, bytes: () => [...streams.values()].reduce((sum, size) => sum + size, 0) };
}

test("a long job that has ended opens with its curves and its last events, in a browser of a bare container too", {
  tag: "@long",
}, async ({ signIn }) => {
  test.setTimeout(120_000);
  const jobId = await aLongJob(STEPS);
  const browser = await plainBrowser();
  const context = await browser.newContext({ baseURL: SERVICE.url });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await signIn(page);
  const { streams, bytes } = await countStreams(page);
  await page.goto(`${HOME}/training/${jobId}`);
  expect(await page.evaluate(() => navigator.language)).toBe("en-US@posix");
  const loss = page
    .getByRole("figure")
    .filter({ has: page.getByRole("heading", { name: "Loss", exact: true }) });
  await expect(loss.locator("canvas")).toBeVisible();
  await expect(loss.getByRole("img")).toHaveAccessibleName(/to .* at step 20,000, between .* and 40$/);
  await expect(page.getByRole("img", { name: /^Tokens per second by step/ })).toBeVisible();

  await page.getByRole("tab", { name: /^Events/ }).click();
  await expect(page.getByText("of 20,003", { exact: false })).toBeVisible();
  const log = page.getByRole("table", { name: "Events, oldest first" });
  await expect(log.getByText("Step 20,000", { exact: true })).toBeVisible();
  expect(streams.size).toBe(1);
  expect(bytes()).toBeLessThan(1_000_000);
  await page.getByRole("button", { name: "Show earlier events" }).click();
  await expect(page.getByText("the newest 10,", { exact: false })).toBeVisible();
  expect(errors).toEqual([]);
  await browser.close();
});

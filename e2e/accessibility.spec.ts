import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aBatchOf, aCall, api } from "./support/requests.ts";

const PAGES = ["threads", "calls", "queues", "settings"].map(
  (page) => `/projects/${SERVICE.project}/${page}`,
);
const OTHER_PAGES = ["/projects", "/settings", "/settings?tab=keys", "/docs/api", "/nowhere"];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

// The page that does not exist is one of those looked at.
test.use({ expectedErrors: [/404/] });

test.beforeAll(async () => {
  const call = aCall({ messages: [{ role: "user", content: "Is this page readable by everyone?" }] });
  const response = await api(
    "/api/call/upsert_batch",
    aBatchOf({ ...call, ...{ thread_id: "axe", turn_id: call.id } }),
  );
  expect(response.status).toBe(200);
});

for (const colorScheme of ["light", "dark"] as const)
  for (const viewport of SIZES)
    test(`axe finds nothing at ${viewport.width} px in ${colorScheme}`, async ({ browser, signIn }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto("/sign-in");
      await expectNoViolation(page);
      await signIn(page);
      for (const path of [...PAGES, ...OTHER_PAGES]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectNoViolation(page);
        await expectNoOverflow(page);
      }
      await context.close();
    });

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${page.url()}: ${id} at ${nodes[0]?.html}`)).toEqual([]);
}

/** The page itself never scrolls sideways; tables scroll inside themselves. */
async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

import { test as base, expect, type Page } from "@playwright/test";
import { ADMIN } from "./service.ts";
import { WarmProfile } from "./warm-profile.ts";

export { expect };

/** The service under test. */
export const SERVICE = {
  url: process.env.SPINDLE_E2E_URL ?? "",
  apiKey: process.env.SPINDLE_E2E_API_KEY ?? "",
  dataDir: process.env.SPINDLE_E2E_DATA_DIR ?? "",
  project: "acme/support",
};

/** Basic credentials of the administrator's key, as headers. */
export function keyHeaders(key = SERVICE.apiKey): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}

export type BrowserOptions = {
  /** A profile of its own: nothing of earlier tests is in its cache, and what cannot be taken back stays out of later ones, such as a clock that is set. */
  coldCache: boolean;
};

type WorkerFixtures = {
  /** One profile of the browser for all tests of a worker, which has loaded and compiled most scripts before. */
  warmProfile: WarmProfile;
};

type Fixtures = {
  /** Texts of console errors that the test expects; any other fails it. */
  expectedErrors: RegExp[];
  /** Signs the administrator in with the request that the sign-in page makes; the page then opens any other. */
  signIn: (page: Page) => Promise<void>;
};

/** A browser test: an unexpected console error, uncaught exception or refused resource on any page fails it. */
export const test = base.extend<Fixtures & BrowserOptions, WorkerFixtures>({
  coldCache: [false, { option: true }],
  warmProfile: [
    async ({ browser }, use) => {
      const profile = await WarmProfile.open(browser, SERVICE.url);
      await use(profile);
      await profile.close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, coldCache, warmProfile }, use) => {
    const context = coldCache ? await browser.newContext() : warmProfile.context;
    await use(context);
    await (coldCache ? context.close() : warmProfile.empty());
  },
  expectedErrors: [[], { option: true }],
  page: async ({ page, coldCache, expectedErrors }, use) => {
    if (!coldCache) keepClock(page);
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
    // A violation also reaches the console; the event names the directive even where the console is quiet.
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`CSP ${event.violatedDirective} refused ${event.blockedURI}`),
      );
    });
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  signIn: async ({}, use) => {
    await use(async (page) => {
      const headers = { origin: SERVICE.url, "sec-fetch-site": "same-origin" };
      const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
      const form = { ...ADMIN, csrfToken, callbackUrl: "/projects", json: "true" };
      const answer = await page.request.post("/api/auth/callback/credentials", { headers, form });
      expect(await answer.json()).toEqual({ url: `${SERVICE.url}/projects` });
    });
  },
});

/** A clock that is set stays set in every page of the profile: later tests would live in a time that stands still. */
function keepClock(page: Page): void {
  Object.defineProperty(page, "clock", {
    get: () => {
      throw new Error(
        "Tests share this profile of the browser: set its clock with test.use({ coldCache: true })",
      );
    },
  });
}

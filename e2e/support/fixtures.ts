import { test as base, expect, type Page } from "@playwright/test";
import { ADMIN } from "./service.ts";

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

type Fixtures = {
  /** Texts of console errors that the test expects; any other fails it. */
  expectedErrors: RegExp[];
  /** Signs the administrator in on this page. */
  signIn: (page: Page) => Promise<void>;
};

/** A browser test: an unexpected console error, uncaught exception or refused resource on any page fails it. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
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
      await page.goto("/sign-in");
      await page.getByLabel("E-mail").fill(ADMIN.email);
      await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
    });
  },
});

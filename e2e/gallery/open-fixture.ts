import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { BUILT } from "./vite.ts";

const ORIGIN = "http://gallery.test";

type Fixtures = {
  /** The page of the gallery, with all of it. */
  gallery: Page;
  /** Shows one state of a component. */
  open: (component: string, state: string) => Promise<Page>;
};

/** Files come from the built page, and everything else that is asked for from nowhere. */
export const test = base.extend<Fixtures>({
  gallery: async ({ page }, use) => {
    await page.route("**", (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin !== ORIGIN || pathname.startsWith("/api/")) return route.abort();
      return route.fulfill({ path: path.join(BUILT, pathname === "/" ? "index.html" : pathname) });
    });
    await page.goto(ORIGIN);
    await use(page);
  },
  open: async ({ gallery: page }, use) => {
    await use(async (component, state) => {
      await page.goto(`${ORIGIN}/?show=${encodeURIComponent(`${component}/${state}`)}`);
      await expect(page.getByRole("heading", { name: `${component}/${state}`, exact: true })).toBeAttached();
      return page;
    });
  },
});

export { expect } from "@playwright/test";

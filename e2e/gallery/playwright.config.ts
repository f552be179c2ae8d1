import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "../support/chromium.ts";

/** Components by themselves, on the page of the gallery: no service, no network. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export of this file.
export default defineConfig({
  testDir: ".",
  outputDir: "../../.cache/gallery-tests",
  globalSetup: "./build-page.ts",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // No measures of speed: they end what hangs, on a busy machine too.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "line",
  use: { browserName: "chromium", launchOptions: await browserLaunchOptions() },
});

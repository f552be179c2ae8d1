import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./e2e/support/chromium.ts";
import type { BrowserOptions } from "./e2e/support/fixtures.ts";

const BROWSER = {
  browserName: "chromium",
  baseURL: process.env.SPINDLE_E2E_URL,
  launchOptions: await browserLaunchOptions(),
} as const;

export default defineConfig<BrowserOptions>({
  testDir: "e2e",
  outputDir: ".cache/playwright",
  globalSetup: "./e2e/support/global-setup.ts",
  // Two at a time leave some of the smallest machine idle: journeys wait for timers. They share the service, and look at what they made themselves.
  workers: 3,
  forbidOnly: true,
  // Not by the command's options: those pass over projects that others depend on.
  ...(process.env.SPINDLE_LONG_TESTS === "left-out" ? { grepInvert: /@long/ } : {}),
  ...(process.env.SPINDLE_LONG_TESTS === "only" ? { grep: /@long/ } : {}),
  // No measures of speed: they end what hangs, on a busy machine too.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Says how long each takes, and repeats what failed at the end, where a long log is read.
  reporter: "list",
  // A trace records each frame and costs a quarter of the run: ask for it with `npm run test:e2e -- --trace on <file>`.
  use: { screenshot: "only-on-failure" },
  projects: [
    // Each of these may start a service of its own, and more than two of them take much memory.
    { name: "http", testMatch: "http/*.spec.ts", workers: 2 },
    // What these measure, such as the memory of the service or how often a page asks, is theirs only while nobody else uses it.
    {
      name: "alone",
      testMatch: "alone/*.spec.ts",
      use: { ...BROWSER, coldCache: true },
      dependencies: ["http", "browser"],
      workers: 1,
    },
    // Only `npm run screenshots` asks for these.
    { name: "screens", testMatch: "screens/*.spec.ts", use: BROWSER },
    {
      name: "browser",
      testMatch: "*.spec.ts",
      testIgnore: ["alone/**", "gallery/**", "http/**", "screens/**"],
      use: BROWSER,
    },
  ],
});

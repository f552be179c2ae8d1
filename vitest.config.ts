import os from "node:os";
import { defineConfig } from "vitest/config";
import { SETTING_NAMES } from "#lib/env.ts";

// An empty variable hides the same setting of a developer's .env file. The log is for people who run the service.
const settings = {
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])),
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
};

export default defineConfig({
  test: {
    include: ["{app,components,lib,prisma,scripts,e2e/support}/**/*.test.{ts,tsx}", "*.test.ts"],
    environment: "node",
    pool: "forks",
    // Vitest would leave a core to its own process, which has little to do.
    maxWorkers: os.availableParallelism(),
    env: settings,
    globalSetup: ["lib/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,lib,prisma,scripts,e2e/support}/**/*.test.{ts,tsx}", "*.test.ts"],
    environment: "node",
    pool: "forks",
    // The log is for people who run the service; a test that wants it sets the variable.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
    globalSetup: ["lib/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

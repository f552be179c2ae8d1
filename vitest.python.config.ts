import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** The tests that need Python with the pinned packages; `npm run conformance` runs them. */
export default mergeConfig(
  defineConfig({ ...config, test: { ...config.test, projects: undefined } }),
  defineConfig({ test: { include: ["lib/**/*.python.test.ts"], maxWorkers: 1 } }),
);

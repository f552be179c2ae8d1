import os from "node:os";
import { defineConfig } from "vitest/config";
import { SETTING_NAMES } from "#lib/platform/env.ts";

// An empty variable hides the same setting of a developer's .env file. The log is for people who run the service.
const settings = {
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])),
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
};

const SHARED_PROCESS = ["{app,components,lib,scripts}/**/*.test.{ts,tsx}"];
/** What keeps more than a database in its process: sessions of the engine, signals, settings, threads. */
const OWN_PROCESS = [
  "lib/{engine/{embedded,port,torch},testing}/**/*.test.ts",
  "lib/{edge/front,jobs/{duties,worker},models/base-models,platform/processes,serving/{generation,sampler},training/trainer}/**/*.test.ts",
  "{prisma,e2e/support}/**/*.test.ts",
  "scripts/*.test.ts",
  "scripts/{bench-engine,docs,examples/yes-no-maybe,lib/{start,import},mini,packages,remake}/**/*.test.ts",
  "scripts/{client/{examples,spindle-client},lib/{install,make-reset-link}}.test.ts",
  "*.test.ts",
];

/** `npm run conformance` runs these, in the Python that it makes. */
const NEEDS_PYTHON = "**/*.python.test.ts";

export default defineConfig({
  test: {
    // Loading the routes costs more than asking them, so that files which may follow each other in one process do.
    projects: [
      {
        extends: true,
        test: { name: "own process", include: OWN_PROCESS, exclude: [NEEDS_PYTHON], isolate: true },
      },
      {
        extends: true,
        test: {
          name: "shared process",
          include: SHARED_PROCESS,
          exclude: [...OWN_PROCESS, NEEDS_PYTHON],
          isolate: false,
        },
      },
    ],
    // `npm test` leaves these to `npm run test:long` (docs/decisions/0150).
    tags: [{ name: "long", description: "Whole training jobs, kills, megabytes: what takes long to prove" }],
    environment: "node",
    pool: "forks",
    // One more than cores, for those that wait for a lease, a lock or a process.
    maxWorkers: os.availableParallelism() + 1,
    env: settings,
    globalSetup: ["lib/testing/global-setup.ts"],
    // What Next's server does before anything else is loaded; next-auth asks it for headers and cookies (lib/testing/in-next-request.ts).
    setupFiles: ["next/dist/server/node-environment-baseline.js"],
    // No measure of speed: it ends what hangs, on a busy machine too.
    testTimeout: 60_000,
    // A poll waits for an event; Vitest's own limit of a second would make it a race with whatever else the machine does.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});

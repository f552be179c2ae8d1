// `npm test`: everything the project promises, checked; ends with one line of totals. `npm test -- <file or folder>…` runs only what is named.
import { beside, runChecks } from "./lib/checks/check.ts";
import {
  BUILD_CHECK,
  GALLERY_CHECK,
  PLAYWRIGHT_CHECK,
  PROOF_CHECK,
  STATIC_CHECKS,
  STATUSES_CHECK,
  VITEST_CHECK,
} from "./lib/checks/checks.ts";
import { generateClient } from "./lib/start/prepare/prepare-sources.ts";
import { runNamedTests } from "./lib/tasks/run-tests.ts";
import { runTask } from "./lib/tasks/wrong-use.ts";

/** Building needs one core most of the time, the proof waits for what it killed, and the tests use what both leave of two cores. */
const CHECKS = [
  beside(STATIC_CHECKS),
  [
    [VITEST_CHECK, STATUSES_CHECK],
    [BUILD_CHECK, GALLERY_CHECK, PROOF_CHECK],
  ],
  PLAYWRIGHT_CHECK,
];

await runTask(async () => {
  const args = process.argv.slice(2);
  if (args.length > 0) return runNamedTests(args);
  await generateClient(new AbortController().signal);
  return runChecks(CHECKS);
});

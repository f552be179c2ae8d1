// `npm test`: everything the project promises, checked; ends with one line of totals.
import { runChecks } from "./lib/checks/check.ts";
import {
  BUILD_CHECK,
  PLAYWRIGHT_CHECK,
  PROOF_CHECK,
  STATIC_CHECKS,
  STATUSES_CHECK,
  VITEST_CHECK,
} from "./lib/checks/checks.ts";
import { generateClient } from "./lib/start/prepare-sources.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([
  ...STATIC_CHECKS,
  VITEST_CHECK,
  STATUSES_CHECK,
  BUILD_CHECK,
  PROOF_CHECK,
  PLAYWRIGHT_CHECK,
]);

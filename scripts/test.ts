// `npm test`: everything the project promises, checked; ends with one line of totals.
import { runChecks } from "./lib/check.ts";
import {
  BUILD_CHECK,
  PLAYWRIGHT_CHECK,
  PROOF_CHECK,
  STATIC_CHECKS,
  STATUSES_CHECK,
  VITEST_CHECK,
} from "./lib/checks.ts";
import { generateClient } from "./lib/prepare-sources.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([
  ...STATIC_CHECKS,
  VITEST_CHECK,
  STATUSES_CHECK,
  BUILD_CHECK,
  PROOF_CHECK,
  PLAYWRIGHT_CHECK,
]);

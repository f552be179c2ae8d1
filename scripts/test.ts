// `npm test`: everything the project promises, checked; ends with one line of totals.
import { runChecks } from "./lib/check.ts";
import { BUILD_CHECK, PLAYWRIGHT_CHECK, STATIC_CHECKS, vitestCheck } from "./lib/checks.ts";
import { generateClient } from "./lib/prepare-sources.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([
  ...STATIC_CHECKS,
  vitestCheck("Unit and integration tests"),
  BUILD_CHECK,
  PLAYWRIGHT_CHECK,
]);

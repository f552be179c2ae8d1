// `npm run test:long`: the tests that `npm test` leaves out because they take long: whole training jobs, kills, large files.
import { runChecks } from "../lib/checks/check.ts";
import { LONG_PLAYWRIGHT_CHECK, LONG_VITEST_CHECK } from "../lib/checks/checks.ts";
import { generateClient } from "../lib/start/prepare/prepare-sources.ts";
import { runTask } from "../lib/tasks/wrong-use.ts";

await runTask(async () => {
  await generateClient(new AbortController().signal);
  return runChecks([LONG_VITEST_CHECK, LONG_PLAYWRIGHT_CHECK]);
});

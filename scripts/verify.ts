// `npm run verify`: the part of the checks that needs no network, browser or database.
import { beside, runChecks } from "./lib/checks/check.ts";
import { PURE_TESTS_CHECK, STATIC_CHECKS } from "./lib/checks/checks.ts";
import { generateClient } from "./lib/start/prepare/prepare-sources.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([beside(STATIC_CHECKS), PURE_TESTS_CHECK]);

// `npm run verify`: the part of the checks that needs no network, browser or database.
import { runChecks } from "./lib/check.ts";
import { PURE_TESTS_CHECK, STATIC_CHECKS } from "./lib/checks.ts";
import { generateClient } from "./lib/prepare-sources.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([...STATIC_CHECKS, PURE_TESTS_CHECK]);

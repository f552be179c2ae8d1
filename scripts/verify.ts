// `npm run verify`: the part of the checks that needs no network, browser or database.
import { runChecks } from "./lib/check.ts";
import { STATIC_CHECKS, vitestCheck } from "./lib/checks.ts";
import { generateClient } from "./lib/prepare-sources.ts";
import { pureTestFiles } from "./lib/test-files.ts";

await generateClient(new AbortController().signal);
process.exitCode = await runChecks([...STATIC_CHECKS, vitestCheck("Unit tests", pureTestFiles())]);

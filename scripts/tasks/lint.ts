// `npm run lint`: format, lint rules, who may import whom, and folders. Files or options after `--` go to Biome alone.
import { runChecks } from "../lib/checks/check.ts";
import { LINT_CHECKS } from "../lib/checks/checks.ts";
import { generateClient } from "../lib/start/prepare/prepare-sources.ts";
import { passThrough } from "../lib/tasks/pass-through.ts";

const args = process.argv.slice(2);
if (args.length > 0) process.exitCode = await passThrough(["biome", "check", "--error-on-warnings", ...args]);
else {
  await generateClient(new AbortController().signal);
  process.exitCode = await runChecks(LINT_CHECKS);
}

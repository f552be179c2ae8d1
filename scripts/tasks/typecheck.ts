// `npm run typecheck`: the compiler over everything, tests included. Options after `--`, such as `--watch`, go to it.
import { generateClient } from "../lib/start/prepare/prepare-sources.ts";
import { passThrough } from "../lib/tasks/pass-through.ts";

await generateClient(new AbortController().signal);
process.exitCode = await passThrough(["tsc", "--noEmit", "--incremental", "false", ...process.argv.slice(2)]);

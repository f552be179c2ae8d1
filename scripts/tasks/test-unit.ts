// `npm run test:unit`: unit and integration tests, or those of the files and folders named after `--`; options go to Vitest.
import { runUnitTests } from "../lib/tasks/run-tests.ts";
import { runTask } from "../lib/tasks/wrong-use.ts";

await runTask(() => runUnitTests(process.argv.slice(2)));

// `npm run test:e2e`: journeys over HTTP and in a browser, or those of the files and folders named after `--`; options go to Playwright.
import { runJourneys } from "../lib/tasks/run-tests.ts";
import { runTask } from "../lib/tasks/wrong-use.ts";

await runTask(() => runJourneys(process.argv.slice(2)));

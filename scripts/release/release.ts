// `npm run release -- minor`: what the next release would be, after all checks; with `--real` it is written, committed and tagged.
import { parseArgs } from "node:util";
import { runChecks } from "../lib/checks/check.ts";
import { PURE_TESTS_CHECK, STATIC_CHECKS } from "../lib/checks/checks.ts";
import { generateClient } from "../lib/start/prepare/prepare-sources.ts";
import { runTask, WrongUse } from "../lib/tasks/wrong-use.ts";
import { makeRelease } from "./make-release.ts";

await runTask(async () => {
  const { wish, isReal } = readArguments();
  const verify = async () => {
    await generateClient(new AbortController().signal);
    return (await runChecks([...STATIC_CHECKS, PURE_TESTS_CHECK])) === 0;
  };
  console.log(await makeRelease({ root: process.cwd(), wish, isReal, today: new Date(), verify }));
  return 0;
});

function readArguments(): { wish: string | undefined; isReal: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { real: { type: "boolean" } },
    });
    if (positionals.length > 1)
      throw new Error(`One version is released at a time; got ${positionals.join(" ")}.`);
    return { wish: positionals[0], isReal: values.real ?? false };
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

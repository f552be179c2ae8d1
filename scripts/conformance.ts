// `npm run conformance`: drives the product with Python packages as they are published, and writes what held to docs/clients.md.
// `-- --only <pattern>` runs the programs whose names match it, and writes nothing.
import { parseArgs } from "node:util";
import { NotHere, openPython } from "./conformance/open-python.ts";
import { PROGRAMS } from "./conformance/programs.ts";
import { printOutcome, writeOutcome } from "./conformance/report.ts";
import { runEngineTests } from "./conformance/run-engine-tests.ts";
import { runPrograms } from "./conformance/run-programs.ts";
import { withTarget } from "./conformance/target.ts";

/** Neither kept nor broken: there is no Python here, or no index to install from. */
const NOT_RUN = 3;

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;

try {
  const python = await openPython();
  const meant = new RegExp(only ?? "", "i");
  const programs = PROGRAMS.filter(({ file }) => meant.test(file));
  const outcome = [
    ...(await withTarget((target) => runPrograms(programs, { python, target }))),
    ...(only === undefined ? await runEngineTests(python) : []),
  ];
  printOutcome(outcome);
  if (only === undefined) await writeOutcome(outcome, python);
  process.exitCode = outcome.length > 0 && outcome.every(({ problem }) => problem === null) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  console.log(`Conformance was not run here: ${error.message}`);
  process.exitCode = NOT_RUN;
}

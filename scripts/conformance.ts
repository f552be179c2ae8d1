// `npm run conformance`: drives the product with Python packages as they are published, and writes what held to docs/clients.md.
import { NotHere, openPython } from "./conformance/open-python.ts";
import { PROGRAMS } from "./conformance/programs.ts";
import { printOutcome, writeOutcome } from "./conformance/report.ts";
import { runEngineTests } from "./conformance/run-engine-tests.ts";
import { runPrograms } from "./conformance/run-programs.ts";
import { withTarget } from "./conformance/target.ts";

/** Neither kept nor broken: there is no Python here, or no index to install from. */
const NOT_RUN = 3;

try {
  const python = await openPython();
  const outcome = [
    ...(await withTarget((target) => runPrograms(PROGRAMS, { python, target }))),
    ...(await runEngineTests(python)),
  ];
  printOutcome(outcome);
  await writeOutcome(outcome, python);
  process.exitCode = outcome.every(({ problem }) => problem === null) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  console.log(`Conformance was not run here: ${error.message}`);
  process.exitCode = NOT_RUN;
}

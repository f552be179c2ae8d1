// `npm run proof:loop`: whether the loop keeps its promises at size, under kills and over thousands of simulations. Slow, and so no part of `npm test`.
import { parseArgs } from "node:util";
import { proveByTests } from "./loop/held-by-tests.ts";
import { proveLoop } from "./loop/prove-loop.ts";
import { recordFindings } from "./loop/record-findings.ts";
import { proveCoverage } from "./prove-coverage.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, record: { type: "boolean" } } });

const found = [...(await proveLoop(values)), ...proveByTests(values), ...proveCoverage(values)];
if (values.record) recordFindings(found);
const passed = found.filter((one) => one.passed).length;
console.log(`${passed} passed, ${found.length - passed} failed, 0 skipped`);
process.exitCode = found.length > 0 && passed === found.length ? 0 : 1;

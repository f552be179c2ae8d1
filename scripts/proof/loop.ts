// `npm run proof:loop`: whether the numbers that the loop tells hold what they promise. Slow, and so no part of `npm test`.
import { proveCoverage } from "./prove-coverage.ts";

process.exitCode = proveCoverage() ? 0 : 1;

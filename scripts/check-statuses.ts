import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { standingStatuses } from "../lib/contract/endpoint.ts";
import { ALL_ENDPOINTS } from "../lib/contract/openapi/all.ts";

/**
 * Compares the statuses that the tests saw, one file of `operationId status` lines for each test process in the folder
 * named by the first argument, with those that the contract declares. Each must have been seen, and no other.
 */
function main(folder: string | undefined): void {
  if (!folder) throw new Error("Name the folder that the tests wrote as SPINDLE_STATUS_NOTES");
  const seen = readNotes(folder);
  const faults = ALL_ENDPOINTS.flatMap((endpoint) => {
    const declared = standingStatuses(endpoint);
    const found = seen.get(endpoint.operationId) ?? new Set();
    const unseen = declared.filter((status) => !found.has(status));
    const undeclared = [...found].filter((status) => !declared.includes(status));
    return [
      ...unseen.map(
        (status) => `${endpoint.operationId}: no test produces ${status}, which the contract declares`,
      ),
      ...undeclared.map(
        (status) => `${endpoint.operationId}: a test saw ${status}, which the contract does not declare`,
      ),
    ];
  });
  for (const fault of faults) console.error(fault);
  const total = ALL_ENDPOINTS.reduce((sum, endpoint) => sum + standingStatuses(endpoint).length, 0);
  console.log(`${total} statuses of ${ALL_ENDPOINTS.length} operations, ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

function readNotes(folder: string): Map<string, Set<number>> {
  const seen = new Map<string, Set<number>>();
  for (const file of readdirSync(folder))
    for (const line of readFileSync(path.join(folder, file), "utf8").split("\n")) {
      const [operationId, status] = line.split(" ");
      if (!operationId || !status) continue;
      seen.set(operationId, (seen.get(operationId) ?? new Set()).add(Number(status)));
    }
  return seen;
}

main(process.argv[2]);

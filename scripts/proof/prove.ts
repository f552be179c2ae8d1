import { type Arena, inArena } from "./arena.ts";
import type { Budget } from "./budget.ts";
import type { Trial } from "./trial.ts";
import { sendGeneratedRequests } from "./trials/generated-requests.ts";
import { killProcesses } from "./trials/kills.ts";
import { sendRawRequests } from "./trials/raw-requests.ts";
import { keepSilent } from "./trials/silent-sockets.ts";
import { tryWrongKeys } from "./trials/wrong-keys.ts";

/** Kills come last: what they leave is no excuse for the others. */
const TRIALS: readonly (readonly [name: string, trial: Trial])[] = [
  ["Generated requests", sendGeneratedRequests],
  ["Raw requests", sendRawRequests],
  ["Wrong keys", tryWrongKeys],
  ["Silent connections", keepSilent],
  ["Kills", killProcesses],
];
const MAX_SHOWN = 20;

/** Runs all trials against one service, prints what they found and a line of totals, and answers the exit code. */
export async function prove(budget: Budget): Promise<number> {
  console.log(`Seed ${budget.seed}`);
  const counts = { passed: 0, failed: 0 };
  const report = (name: string, { tried, findings }: Awaited<ReturnType<Trial>>, startedAt: number) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const different = [...new Set(findings)];
    for (const finding of different.slice(0, MAX_SHOWN)) console.log(`  ${finding}`);
    if (different.length > MAX_SHOWN) console.log(`  … and ${different.length - MAX_SHOWN} more`);
    console.log(`${findings.length === 0 ? "✓" : "✗"} ${name}: ${tried} (${seconds} s)`);
    counts[findings.length === 0 ? "passed" : "failed"]++;
  };
  const startedAt = performance.now();
  const { code } = await inArena(async (arena) => {
    for (const [name, trial] of TRIALS) {
      const began = performance.now();
      const result = await trial(arena, budget);
      report(name, result, began);
      if (result.findings.length > 0) console.log(lastLinesOf(arena));
    }
  });
  report(
    "End",
    { tried: "the service ended in order", findings: code === 0 ? [] : [`It ended with ${code}.`] },
    startedAt,
  );
  console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
  return counts.failed === 0 ? 0 : 1;
}

function lastLinesOf({ service }: Arena): string {
  return service.output().trimEnd().split("\n").slice(-15).join("\n");
}

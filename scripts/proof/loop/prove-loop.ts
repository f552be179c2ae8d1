import { type Check, type Outcome, secondsSince } from "./check.ts";
import { equalBuilds } from "./equal-builds.ts";
import { gateHolds } from "./gate-holds.ts";
import { House } from "./house.ts";
import { loopAlone } from "./loop-alone.ts";
import { nothingVanishes } from "./nothing-vanishes.ts";
import { peopleReward } from "./people-reward.ts";
import { quickLineage } from "./quick-lineage.ts";
import { quickYields } from "./quick-yields.ts";
import { retractionHelps } from "./retraction-helps.ts";
import { rewardLearned } from "./reward-learned.ts";
import { rulesAtSize } from "./rules-at-size.ts";
import { versionsStay } from "./versions-stay.ts";
import { wholeBuilds } from "./whole-builds.ts";

const CHECKS: Readonly<Record<string, Check>> = {
  "Equal answers, equal rows": equalBuilds,
  "Versions stay": versionsStay,
  "Nothing vanishes": nothingVanishes,
  "Rows as shown": quickYields,
  "Whole builds": wholeBuilds,
  "Gates hold": gateHolds,
  "A reward is learned": rewardLearned,
  "People reward": peopleReward,
  "Retraction helps": retractionHelps,
  "Lineage at size": quickLineage,
  "Rules at size": rulesAtSize,
  "The loop by itself": loopAlone,
};

/** What a check said, as a line of the table. */
export type Finding = { readonly name: string; readonly found: string; readonly passed: boolean };

/** Runs the checks whose names match `only`, a regular expression, against a service of its own, and says of each what it found. */
export async function proveLoop({ only = "" }: { only?: string } = {}): Promise<Finding[]> {
  const meant = new RegExp(only, "i");
  const chosen = Object.entries(CHECKS).filter(([name]) => meant.test(name));
  if (chosen.length === 0) return [];
  return House.with(async (house) => {
    const findings: Finding[] = [];
    for (const [name, check] of chosen) {
      const startedAt = performance.now();
      const { found, faults } = await check(house).catch(broken);
      for (const fault of faults) console.log(`  ${fault}`);
      const passed = faults.length === 0;
      if (!passed) console.log(lastLinesOf(house));
      console.log(`${passed ? "✓" : "✗"} ${name}: ${found} (${secondsSince(startedAt).toFixed(0)} s)`);
      findings.push({ name, found, passed });
    }
    return findings;
  });
}

/** What stops a check is a fault of its own, and the others continue. */
function broken(error: unknown): Outcome {
  return {
    found: "it came to no end",
    faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  };
}

function lastLinesOf({ service }: House): string {
  const lines = service.output().trimEnd().split("\n");
  return lines
    .filter((line) => !line.includes('"level":"info"'))
    .slice(-15)
    .join("\n");
}

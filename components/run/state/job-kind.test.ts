import { expect, test } from "vitest";
import { PREFERENCE_LOSSES } from "#lib/contract/training/preference-config.ts";
import { kindWords } from "./job-kind.ts";

test("a job on preferences is called by its loss, and others by their method", () => {
  const names = PREFERENCE_LOSSES.map((loss) => kindWords({ kind: "preference", config: { loss } }).short);
  expect(names).toEqual(["DPO", "IPO", "SimPO", "CPO", "ORPO", "KTO", "Reward-weighted"]);
  expect(kindWords({ kind: "preference", config: { loss: "ipo" } }).label).toBe("Preferences (IPO)");
  expect(kindWords({ kind: "preference", config: {} }).short).toBe("DPO");
  expect(kindWords({ kind: "sft", config: {} }).short).toBe("SFT");
  expect(kindWords({ kind: "rl", config: {} }).label).toBe("Reinforcement (RL)");
});

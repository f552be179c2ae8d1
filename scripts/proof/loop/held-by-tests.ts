import { spawnSync } from "node:child_process";
import { childEnvironment } from "#lib/platform/env.ts";
import type { Finding } from "./prove-loop.ts";

/** Promises that a test holds already, at the size that is promised: it is run here, and not written a second time. */
const TESTS: readonly { promise: string; file: string; test: string }[] = [
  {
    promise: "No leak between splits in 1,000 projects",
    file: "lib/datasets/assemble/assign-splits.test.ts",
    test: "no thread, trace or prompt is in both parts|what is added later moves nothing",
  },
  {
    promise: "Accuracies of raters are found",
    file: "lib/datasets/consensus/dawid-skene.test.ts",
    test: "estimates are those of the model|accuracies of five simulated people",
  },
  { promise: "Preference losses", file: "lib/training/losses/preference", test: "" },
  {
    promise: "DPO and KTO jobs under kills",
    file: "lib/training/trainer/main.test.ts",
    test: "a DPO and a KTO job|killed again and again",
  },
  {
    promise: "Every slot once",
    file: "lib/annotation/slots/reserve-items.test.ts",
    test: "25 people who share many items",
  },
  {
    promise: "Thread statistics of random data",
    file: "lib/traces/threads/query-threads.test.ts",
    test: "random data sets",
  },
  {
    promise: "Totals of threads of random data",
    file: "lib/traces/threads/summarize-threads.test.ts",
    test: "random data sets",
  },
  {
    promise: "Facts of threads after random changes",
    file: "lib/traces/threads/thread-marks.test.ts",
    test: "random changes",
  },
  {
    promise: "Slots whatever people do",
    file: "lib/annotation/slots/slot-model.test.ts",
    test: "in whatever order",
  },
  {
    promise: "Replies fit their schema",
    file: "lib/serving/generation/constraints/keywords.test.ts",
    test: "whatever is drawn under a schema",
  },
  {
    promise: "Reinforcement in rounds under kills",
    file: "app/api/rl_runs/route.test.ts",
    test: "whatever dies in between",
  },
  {
    promise: "A retraction does what its preview says",
    file: "app/api/retractions/route.test.ts",
    test: "a preview says what learned from a person",
  },
];

/** Runs those whose promises match `only`, one after the other. */
export function proveByTests({ only = "" }: { only?: string }): Finding[] {
  const meant = new RegExp(only, "i");
  return TESTS.filter(({ promise }) => meant.test(promise)).map(({ promise: name, file, test }) => {
    const named = test === "" ? [] : ["-t", test];
    const { status, stdout } = spawnSync(process.execPath, [VITEST, "run", file, ...named], {
      encoding: "utf8",
      env: childEnvironment({ SPINDLE_TEST_SIZE: "whole" }),
    });
    const passed = status === 0;
    if (!passed) console.log(stdout.trimEnd().split("\n").slice(-30).join("\n"));
    const found = `${/Tests .*?(\d+) passed/.exec(stdout)?.[1] ?? 0} tests passed in ${file}`;
    console.log(`${passed ? "✓" : "✗"} ${name}: ${found}`);
    return { name, found, passed };
  });
}

const VITEST = "node_modules/vitest/vitest.mjs";

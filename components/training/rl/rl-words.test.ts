import { expect, test } from "vitest";
import { GRADER_PRESETS } from "#components/evaluations/make/grader-presets.ts";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { flatText, guardSaid, isDecided, partLabel, phaseText, rewardText, roundReward } from "./rl-words.ts";

test("flat groups are counted among those that have their rewards, and the others are named", () => {
  const phase = "waiting_for_people" as const;
  const round = { groups: 4, flatGroups: 1, droppedGroups: 0, askedGroups: 0, phase };
  expect(flatText(round)).toBe("1 of 4");
  expect(flatText({ ...round, askedGroups: 1 })).toBe("1 of 3 · 1 waits for people");
  expect(flatText({ ...round, askedGroups: 2, droppedGroups: 1 })).toBe(
    "1 of 1 · 2 wait for people · 1 without rewards",
  );
  // A run that is stopped waits for nobody.
  expect(flatText({ ...round, askedGroups: 1, phase: "ended" })).toBe("1 of 3 · 1 not answered by people");
});

test("the reward of a round is final once people have answered", () => {
  const round = { reward: 0.625, askedGroups: 0 };
  expect(roundReward({ ...round, askedGroups: 2, phase: "waiting_for_people" })).toBe("0.625 so far");
  expect(roundReward({ ...round, phase: "training" })).toBe("0.625");
  expect(roundReward({ ...round, reward: null, phase: "sampling" })).toBe("–");
});

test("a round that people did not decide has no reward: neither in the table nor in the chart", () => {
  expect(isDecided({ phase: "waiting_for_people", askedGroups: 1 })).toBe(false);
  expect(isDecided({ phase: "ended", askedGroups: 1 })).toBe(false);
  expect(isDecided({ phase: "ended", askedGroups: 0 })).toBe(true);
  expect(isDecided({ phase: "training", askedGroups: 0 })).toBe(true);
  expect(roundReward({ reward: 0, phase: "ended", askedGroups: 1 })).toBe("–");
});

test("a part of the reward is called as the form calls it, and a grader of the project by its name", () => {
  const [contains] = GRADER_PRESETS;
  expect(contains && partLabel(contains.grader)).toBe("Contains the reference");
  const own = { name: "contains", grader: { type: "spindle.judge", model: "m" } } as Parameters<
    typeof partLabel
  >[0];
  expect(partLabel(own)).toBe("contains");
});

test("the reward is what graders say by weight, for which people's ratings stand in", () => {
  const part = (name: string, weight: number) =>
    ({ name, weight, grader: { type: "spindle.http", url: "https://a.example" } }) as Parameters<
      typeof rewardText
    >[0]["graders"][number];
  const graders = [part("right", 1), part("short", 0.5), part("watched", 0), part("long", -2)];
  expect(rewardText({ graders, human: null })).toBe("right + 0.5 × short − 2 × long");
  const human = { queueId: "q" } as Parameters<typeof rewardText>[0]["human"];
  expect(rewardText({ graders, human })).toBe("people’s ratings, else right + 0.5 × short − 2 × long");
  expect(rewardText({ graders: [], human })).toBe("people’s ratings");
});

test("of the last step that the guard let pass it is said what was seen, by the newest round that made it", () => {
  const seen = (low: number, high: number, n: number) =>
    ({ value: 0, low, high, n, method: "newcombe_of_units" }) as const;
  const rounds = [
    { toStep: 2, guard: seen(-0.1, 0.1, 40) },
    { toStep: 3, guard: seen(-0.658, 0.658, 3) },
    { toStep: 4, guard: null },
  ];
  expect(guardSaid(2, rounds)).toBe("step 2: no difference seen");
  expect(guardSaid(3, rounds)).toBe("step 3: no difference seen, too few rows to say");
  expect(guardSaid(4, rounds)).toBe("step 4 passed");
});

test("a round that was cut off says that it was stopped, and one that taught nothing says that", () => {
  const round = { phase: "ended", toStep: null, groupsDone: 4, groups: 4, askedGroups: 0, jobId: null };
  const text = (more: Partial<RlRound>, run: Partial<RlRun>) =>
    phaseText({ ...round, ...more } as RlRound, { state: "completed", ending: null, ...run });
  const stopped = { ending: "stopped" } as const;
  expect(text({ askedGroups: 3 }, stopped)).toBe("Stopped");
  expect(text({ groupsDone: 1 }, { state: "cancelled" })).toBe("Stopped");
  expect(text({}, stopped)).toBe("Nothing learned");
  expect(text({ askedGroups: 3 }, { state: "failed" })).toBe("Nothing learned");
  expect(text({ toStep: 2 }, stopped)).toBe("Done");
});

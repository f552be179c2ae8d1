import { expect, test } from "vitest";
import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { GateLine } from "#lib/contract/evaluation/gates.ts";
import {
  adviceOfComparison,
  adviceOfFirst,
  adviceOfGate,
  originOf,
  pairOf,
  withComparison,
} from "./promotion-advice.ts";

const ESTIMATE = { value: 0.3, low: 0.1, high: 0.5, n: 40, method: "newcombe" as const };

function line(facts: Partial<GateLine>): GateLine {
  const of = {
    role: "target" as const,
    evaluationId: "e",
    evaluationName: "held out",
    metric: "exact_match",
  };
  return { ...of, passed: true, gain: ESTIMATE, finding: "it gained", ...facts };
}

test("what does not pass its gate is not fit, and the gate says why", () => {
  expect(adviceOfGate({ passed: true, lines: [line({})] }, "production")).toEqual({ is: "fit" });
  const failing = [line({}), line({ passed: false, finding: "exact match gained 0" })];
  expect(adviceOfGate({ passed: false, lines: failing }, "production")).toEqual({
    ...{ is: "not-better", why: "exact match gained 0", evaluationId: null },
  });
  const missing = [line({ passed: false }), line({ passed: false, gain: null, evaluationId: "guard" })];
  expect(adviceOfGate({ passed: false, lines: missing }, "production")).toEqual({
    ...{ is: "not-measured", evaluationId: "guard", why: "by the gate of production, it gained" },
  });
});

const METRICS: MetricFacts[] = [
  { name: "latency_ms", unit: "ms", better: "lower" },
  { name: "nll", unit: "nats", better: "lower" },
];

function compared(difference: ComparisonCell["difference"], units = 40) {
  const cells = [{ metric: "nll", difference, units, pValue: null } as ComparisonCell];
  return adviceOfComparison({ metrics: METRICS, cells }, { id: "e", name: "held out" }, 2);
}

test("without a gate the comparison decides, by how good answers are and not by how fast", () => {
  const lower = { ...ESTIMATE, value: -0.3, low: -0.5, high: -0.1 };
  expect(compared(lower)).toEqual({ is: "fit" });
  expect(compared(ESTIMATE)).toMatchObject({ is: "not-better", evaluationId: "e" });
  const unsure = compared({ ...ESTIMATE, low: -0.2 });
  expect(unsure).toMatchObject({ why: expect.stringContaining("no difference is sure") });
  expect(unsure).toMatchObject({ why: expect.stringContaining("0.3 nats (−0.2 to 0.5)") });
  expect(compared(lower, 3)).toMatchObject({
    is: "not-better",
    why: expect.stringContaining("too few rows"),
  });
  expect(compared(null)).toMatchObject({ is: "not-better" });
});

test("a metric by which both are alike, such as exact match of sentences, decides nothing where another one sees a difference", () => {
  const exact: MetricFacts = { name: "exact_match", unit: "share", better: "higher" };
  const alike = { ...ESTIMATE, value: 0, low: 0, high: 0 };
  const lower = { ...ESTIMATE, value: -0.3, low: -0.5, high: -0.1 };
  const advice = (difference: ComparisonCell["difference"]) => {
    const cells = [
      { metric: "exact_match", difference: alike, units: 40, pValue: 1 } as ComparisonCell,
      { metric: "nll", difference, units: 40, pValue: null } as ComparisonCell,
    ];
    return adviceOfComparison({ metrics: [exact, ...METRICS], cells }, { id: "e", name: "held out" }, 2);
  };
  expect(advice(lower)).toEqual({ is: "fit" });
  expect(advice(alike)).toMatchObject({ is: "not-better", why: expect.stringContaining("Exact match") });
});

test("too few rows are counted, and what another evaluation found is said beside what the gate lacks", () => {
  const few = compared({ ...ESTIMATE, n: 3 }, 3);
  expect(few).toMatchObject({ why: expect.stringMatching(/“held out” too few rows \(3\) to say, /) });
  const missing = line({ passed: false, gain: null, finding: "step 10 has no completed run of “guard”" });
  const ofGate = adviceOfGate({ passed: false, lines: [missing] }, "production");
  expect(withComparison(ofGate, few)).toMatchObject({
    is: "not-measured",
    why: expect.stringMatching(
      /^by the gate of production, step 10 has no completed run of “guard”; by .* too few rows \(3\) to say/,
    ),
  });
  expect(withComparison(ofGate, { is: "not-measured", evaluationId: null, why: null })).toEqual(ofGate);
  expect(withComparison({ is: "fit" }, few)).toEqual({ is: "fit" });
});

test("two steps are compared by the first evaluation that measured both", () => {
  const measured = (id: string, steps: number[]) => ({
    evaluation: { id, name: id },
    runs: steps.map((step) => ({ step, runId: `${id}${step}` })),
  });
  const both = [measured("a", [1, 3]), measured("b", [1, 2, 3])];
  expect(pairOf(both, { candidate: 3, incumbent: 2 })).toMatchObject({ candidate: "b3", incumbent: "b2" });
  expect(pairOf(both, { candidate: 4, incumbent: 2 })).toBeNull();
});

test("what would be the first to have an alias is held against where it began, and said to be unsure where it is", () => {
  const first = (difference: ComparisonCell["difference"], units = 40) => {
    const cells = [{ metric: "nll", difference, units, pValue: null } as ComparisonCell];
    return adviceOfFirst({ metrics: METRICS, cells }, { id: "e", name: "held out" }, 0);
  };
  const lower = { ...ESTIMATE, value: -0.3, low: -0.5, high: -0.1 };
  expect(first(lower)).toMatchObject({ is: "fit", found: expect.stringContaining("it is better") });
  expect(first(lower, 3)).toMatchObject({
    is: "fit",
    found: expect.stringMatching(/too few rows \(\d+\) to say, .* against step 0$/),
  });
  expect(first(ESTIMATE)).toMatchObject({ is: "not-better", evaluationId: "e" });
  const runs = [0, 4, 6].map((step) => ({ step, runId: `run ${step}` }));
  const measured = [{ evaluation: { id: "e", name: "held out" }, runs }];
  expect(originOf(measured, 6)).toBe(0);
  expect(originOf(measured, 0)).toBeNull();
});

import { expect, test } from "vitest";
import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import {
  arePairs,
  haveReferences,
  isFreeText,
  type Measured,
  metricsOf,
  metricWarning,
  proposedMetric,
} from "./metric-choice.ts";

const SIMILAR: EvaluationGrader = {
  name: "similar",
  grader: {
    type: "text_similarity",
    name: "similar",
    input: "{{sample.output_text}}",
    reference: "{{item.reference}}",
    evaluationMetric: "rouge_l",
  },
};
const UNITS: Readonly<Record<string, MetricFacts["unit"]>> = {
  exact_match: "share",
  prefers_chosen: "share",
  similar: "score",
  nll: "nats",
  latency_ms: "ms",
};

/** Runs beside each other, each with its values by metric. */
function measured(...runs: readonly Record<string, number | null>[]): Measured {
  const names = Object.keys(runs[0] ?? {});
  return {
    metrics: names.map((name) => ({ name, unit: UNITS[name] ?? "share", better: "higher" })),
    subjects: runs.map((values) => ({
      cells: Object.entries(values).map(([metric, value]) => ({
        metric,
        estimate: { value, low: null, high: null, n: 4, method: "wilson" },
      })),
    })),
  };
}

const propose = (known: Measured | null, { isFreeText = true, hasPairs = false, graders = [SIMILAR] } = {}) =>
  proposedMetric({ graders }, { measured: known, isFreeText, hasPairs });

test("a metric that has moved is proposed before one that is always the same", () => {
  const still = { exact_match: 0, latency_ms: 5 };
  expect(propose(measured({ ...still, similar: 0.2 }, { ...still, similar: 0.3 }))).toBe("similar");
  expect(propose(measured({ ...still, nll: 4 }, { ...still, latency_ms: 9, nll: 3 }), { graders: [] })).toBe(
    "nll",
  );
  expect(propose(measured({ exact_match: 0.5, similar: 0.2 }, { exact_match: 0.6, similar: 0.3 }))).toBe(
    "exact_match",
  );
});

test("of pairs, whether the right one is preferred is proposed first", () => {
  expect(propose(null, { hasPairs: true })).toBe("prefers_chosen");
  const still = { exact_match: 0.1, similar: 0.2 };
  expect(
    propose(measured({ ...still, prefers_chosen: 0.5 }, { ...still, similar: 0.3, prefers_chosen: 0.6 })),
  ).toBe("prefers_chosen");
  expect(
    propose(measured({ ...still, prefers_chosen: 0.5 }, { ...still, similar: 0.3, prefers_chosen: 0.5 })),
  ).toBe("similar");
});

test("after one run, a metric that can still get better is proposed", () => {
  expect(propose(measured({ exact_match: 0, similar: 0.2 }))).toBe("similar");
  expect(propose(measured({ exact_match: 0, similar: 0, nll: 3 }))).toBe("nll");
  expect(propose(measured({ exact_match: 0.25, similar: 0.2 }), { isFreeText: false })).toBe("exact_match");
  expect(propose(measured({ exact_match: 0, similar: null }), { isFreeText: false })).toBe("similar");
});

test("before there is a run, free text is measured by likeness, or by how probable it is, and labels by the match", () => {
  expect(propose(null)).toBe("similar");
  expect(propose(null, { graders: [] })).toBe("nll");
  expect(propose(null, { isFreeText: false })).toBe("exact_match");
});

test("a metric that all runs have the same value of is warned of", () => {
  const warn = (metric: string, ...runs: Record<string, number | null>[]) =>
    metricWarning(metric, runs.length === 0 ? null : measured(...runs));
  expect(warn("exact_match", { exact_match: 0 }, { exact_match: 0 })).toBe(
    "All runs so far have 0 %: nothing can get better by it.",
  );
  expect(warn("exact_match", { exact_match: 0 })).toBe(
    "The only run so far has 0 %: nothing can get better by it.",
  );
  expect(warn("exact_match", { exact_match: 1 }, { exact_match: 1 })).toBe(
    "All runs so far have 100 %: nothing is left to get better.",
  );
  expect(warn("similar", { similar: 0.25 }, { similar: 0.25 })).toBe(
    "All runs so far have 0.25: nothing has changed similar yet.",
  );
  expect([
    warn("exact_match", { exact_match: 0 }, { exact_match: 0.1 }),
    warn("exact_match", { exact_match: null }),
    warn("similar", { similar: 0.25 }),
    warn("latency_ms", { latency_ms: 0 }, { latency_ms: 0 }),
    warn("gone", { exact_match: 0 }),
    warn("exact_match"),
  ]).toEqual([null, null, null, null, null, null]);
});

test("references that are sentences are distinguished from labels, wherever rows have them", () => {
  const says = (content: string) => [
    { role: "user", content: "Where is it, if I may ask you?" },
    { role: "assistant", content },
  ];
  const SENTENCE = "Their phone number is 408-247-8880.";
  const rowsOf = (...rows: Record<string, unknown>[]) => rows.map((row) => ({ row }));
  expect(
    isFreeText(rowsOf({ messages: says(SENTENCE) }, { chosen: says(SENTENCE) }, { reference: "refund" })),
  ).toBe(true);
  expect(
    isFreeText(rowsOf({ messages: says("refund") }, { reference: "Not so good" }, { reference: SENTENCE })),
  ).toBe(false);
  expect([
    arePairs(rowsOf({ chosen: says("b") })),
    arePairs(rowsOf({ messages: says("b") })),
    arePairs([]),
  ]).toEqual([true, false, false]);
  expect([isFreeText([]), isFreeText(rowsOf({ prompt: says(SENTENCE) }))]).toEqual([false, false]);
});

test("graders of an evaluation are metrics beside what is always measured, but not how busy the machine was, and the right one of two only where there are pairs", () => {
  const always = ["exact_match", "nll", "completion_tokens", "similar"];
  expect(metricsOf({ graders: [SIMILAR] }, { hasPairs: false })).toEqual(always);
  expect(metricsOf({ graders: [SIMILAR] }, { hasPairs: true })).toEqual(
    always.toSpliced(1, 0, "prefers_chosen"),
  );
});

test("before there is a run, a guard begins with what any change of a model moves, where rows have references", () => {
  const labels = { measured: null, isFreeText: false, hasPairs: false, hasReferences: true };
  expect(proposedMetric({ graders: [] }, labels)).toBe("exact_match");
  expect(proposedMetric({ graders: [SIMILAR] }, { ...labels, isGuard: true })).toBe("nll");
  expect(proposedMetric({ graders: [] }, { ...labels, hasReferences: false, isGuard: true })).toBe(
    "exact_match",
  );
  expect(proposedMetric({ graders: [] }, { ...labels, hasPairs: true, isGuard: true })).toBe(
    "prefers_chosen",
  );
  const moved = measured({ exact_match: 0.2, nll: 2 }, { exact_match: 0.4, nll: 1 });
  expect(proposedMetric({ graders: [] }, { ...labels, measured: moved, isGuard: true })).toBe("exact_match");
  const rows = [{ row: { prompt: [] } }, { row: { prompt: [], reference: "yes" } }];
  expect([haveReferences(rows), haveReferences(rows.slice(0, 1)), haveReferences([])]).toEqual([
    ...[true, false, false],
  ]);
});

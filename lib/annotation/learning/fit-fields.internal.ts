import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import { type Calibration, calibrate, singleOf } from "#lib/annotation/learner/conformal.ts";
import { isRandomItem } from "#lib/annotation/learner/draws.ts";
import { type Answer, type Learned, learn, likelyValues } from "#lib/annotation/learner/learn.ts";
import { informativeOrder, marginOf, type OpenItem } from "#lib/annotation/learner/order.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Evidence, LearnedField } from "./read-evidence.internal.ts";

/** What a model would answer to a question about an item. */
export type Suggestion = { itemId: string; fieldRef: string; value: Value; probability: number };

/** How a field was learned, as it is kept. */
export type KeptFit = { fieldRef: string; answers: number } & Omit<Calibration, "threshold">;

export type Fitted = { fits: KeptFit[]; order: string[]; suggestions: Suggestion[] };

/** From fewer answers nothing is learned. */
const FEWEST_ANSWERS = 20;
/** Fits of the same answers are the same. */
const SEED = 1;
/** Items that get a place in the order; desks hold some tens of them until the next fit. */
const MAX_RANKED = 500;

type Fit = {
  field: LearnedField;
  answers: number;
  /** Learned from all answers: it says which items teach the most. */
  all: Learned;
  /** Learned from those outside the random fifth, which it is measured by: it makes the suggestions. */
  apart: Learned | null;
  calibration: Calibration;
};

export function* fitFields(evidence: Evidence): Generator<undefined, Fitted> {
  const fits: Fit[] = [];
  for (const field of evidence.fields) {
    const fit = yield* fitField(field, evidence.answered);
    if (fit) fits.push(fit);
  }
  const open: OpenItem[] = [];
  const suggestions: Suggestion[] = [];
  for (const { itemId, features, shuffle } of evidence.open) {
    yield;
    const margins = fits.map(({ all }) => marginOf(likelyValues(all, features)));
    const margin = margins.reduce((a, b) => a + b, 0) / Math.max(1, margins.length);
    open.push({ id: itemId, margin, isRandom: isRandomItem(itemId), shuffle, features });
    suggestions.push(...fits.flatMap((fit) => suggestionOf(fit, { itemId, features }) ?? []));
  }
  const order = fits.length > 0 ? yield* orderOf(open, evidence.asked) : [];
  return { fits: fits.map(keptFit), order, suggestions };
}

/** What somebody holds stays before the rest, and in its order. */
function* orderOf(open: readonly OpenItem[], asked: Evidence["asked"]): Generator<undefined, string[]> {
  const openIds = new Set(open.map(({ id }) => id));
  const held = asked.flatMap(({ itemId }) => (openIds.has(itemId) ? [itemId] : []));
  const rest = open.filter(({ id }) => !held.includes(id));
  const before = asked.map(({ itemId, features }) => ({ isRandom: isRandomItem(itemId), features }));
  return [...held, ...(yield* informativeOrder(rest, { asked: before, most: MAX_RANKED }))];
}

type Answered = Evidence["answered"];

function* fitField(field: LearnedField, answered: Answered): Generator<undefined, Fit | null> {
  const { ref, isOrdered } = field;
  const said = answered.flatMap(({ itemId, features, values }) => {
    const value = values.get(ref);
    return value === undefined ? [] : [{ features, value, isRandom: isRandomItem(itemId) }];
  });
  if (said.length < FEWEST_ANSWERS) return null;
  const [random, others] = [
    said.filter(({ isRandom }) => isRandom),
    said.filter(({ isRandom }) => !isRandom),
  ];
  const apart = yield* learn(others, { isOrdered, seed: SEED });
  const all = yield* learn(said, { isOrdered, seed: SEED, from: apart ?? undefined });
  if (!all) return null;
  return {
    field,
    answers: said.length,
    all,
    apart,
    calibration: calibrate(apart ? judgedBy(apart, random) : []),
  };
}

function judgedBy(learned: Learned, answers: readonly Answer[]) {
  return answers.map(({ features, value }) => ({ likely: likelyValues(learned, features), value }));
}

/** What has one value only, where such values have proved right. Which of two is better is left to people alone. */
function suggestionOf(
  { field, apart, calibration }: Fit,
  { itemId, features }: { itemId: string; features: Answer["features"] },
): Suggestion | null {
  if (!apart?.isExact || !calibration.isTrusted || field.ref === PREFERENCE_TYPE) return null;
  const one = singleOf(likelyValues(apart, features), calibration.threshold);
  return one && { itemId, fieldRef: field.ref, ...one };
}

function keptFit({ field, answers, calibration: { threshold: _, ...measured } }: Fit): KeptFit {
  return { fieldRef: field.ref, answers, ...measured };
}

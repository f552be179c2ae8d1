import { crossEntropyCoefficient, crossEntropyLoss } from "#lib/training/losses/cross-entropy.ts";
import { anchorLoss } from "#lib/training/losses/preference/anchor.ts";
import { cpoLoss } from "#lib/training/losses/preference/cpo.ts";
import { dpoLoss } from "#lib/training/losses/preference/dpo.ts";
import { ipoLoss } from "#lib/training/losses/preference/ipo.ts";
import { ktoLoss, ktoReferencePoint } from "#lib/training/losses/preference/kto.ts";
import { orpoLoss } from "#lib/training/losses/preference/orpo.ts";
import {
  meanLogprob,
  type PairLoss,
  type ReferencedReply,
} from "#lib/training/losses/preference/preference-pair.ts";
import { rewardWeights } from "#lib/training/losses/preference/reward-weights.ts";
import { simpoLoss } from "#lib/training/losses/preference/simpo.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import type { PairExample, PreferenceExample, RatedExample, RewardedExample } from "./preference-example.ts";
import type { PreferenceSettings } from "./preference-settings.ts";

export type BatchLoss = {
  /** −∂loss/∂logp of each token of a sequence, in the order of `trainedSequences`. */
  readonly coefficients: readonly number[];
  readonly metrics: Readonly<Record<string, number>>;
};

/** What the present weights and the reference say of a sequence. */
export type ReplyOf = (sequence: TrainableSequence) => ReferencedReply;

/**
 * The loss of one batch: the mean over its examples, in which each counts by its weight and the weights have mean 1. `replyOf` knows all sequences of the
 * examples, those that are only scored too.
 */
export function batchLoss(
  examples: readonly PreferenceExample[],
  replyOf: ReplyOf,
  settings: PreferenceSettings,
): BatchLoss {
  const weights = meanOne(examples.map(({ weight }) => weight));
  const parts = examples.map((example, e) => ({ example, share: (weights[e] ?? 0) / examples.length }));
  return joined([
    pairs(ofKind(parts, "pair"), replyOf, settings),
    rated(ofKind(parts, "rated"), replyOf, settings),
    rewarded(ofKind(parts, "rewarded"), replyOf, settings),
  ]);
}

/** An example with its share of the batch's loss. */
type Part<E extends PreferenceExample> = { readonly example: E; readonly share: number };

function ofKind<K extends PreferenceExample["kind"]>(parts: readonly Part<PreferenceExample>[], kind: K) {
  return parts.filter(
    (part): part is Part<Extract<PreferenceExample, { kind: K }>> => part.example.kind === kind,
  );
}

/** Examples of one batch are all of one kind, since a loss reads only one. */
function joined(losses: readonly (BatchLoss | null)[]): BatchLoss {
  const [only] = losses.filter((loss) => loss !== null);
  return only ?? { coefficients: [], metrics: { loss: 0 } };
}

function pairs(
  parts: readonly Part<PairExample>[],
  replyOf: ReplyOf,
  settings: PreferenceSettings,
): BatchLoss | null {
  if (parts.length === 0) return null;
  const each = parts.map(({ example, share }) => {
    const [chosen, rejected] = [replyOf(example.chosen), replyOf(example.rejected)];
    const loss = lossOfPair({ chosen, rejected, strength: example.strength }, settings);
    return { share, chosen, rejected, ...loss, anchor: anchorLoss(chosen, settings.anchor) };
  });
  const [chosen, rejected] = [each.map((one) => one.chosen), each.map((one) => one.rejected)];
  const anchor = sum(each.map((one) => one.share * one.anchor.loss));
  return {
    coefficients: each.flatMap(({ share, coefficients, anchor: { coefficient } }) => [
      share * (coefficients.chosen + coefficient),
      share * coefficients.rejected,
    ]),
    metrics: {
      loss: sum(each.map((one) => one.share * one.loss)) + anchor,
      ...rewardMetrics(
        each.map((one) => one.rewards.chosen),
        each.map((one) => one.rewards.rejected),
      ),
      preference_accuracy: mean(each.map((one) => (one.rewards.chosen > one.rewards.rejected ? 1 : 0))),
      ...logprobMetrics(chosen, rejected),
      ...(settings.anchor === 0 ? {} : { anchor_loss: anchor }),
    },
  };
}

function lossOfPair(
  pair: { chosen: ReferencedReply; rejected: ReferencedReply; strength: 1 | 2 },
  settings: PreferenceSettings,
): PairLoss {
  switch (settings.loss) {
    case "dpo":
      return dpoLoss(pair, settings);
    case "ipo":
      return ipoLoss(pair, settings);
    case "simpo":
      return simpoLoss(pair, settings);
    case "cpo":
      return cpoLoss(pair, settings);
    case "orpo":
      return orpoLoss(pair, { lambda: settings.beta });
    case "kto":
    case "rwr":
      throw new Error(`${settings.loss} is no loss of pairs`);
    default:
      return settings.loss satisfies never;
  }
}

function rated(
  parts: readonly Part<RatedExample>[],
  replyOf: ReplyOf,
  settings: PreferenceSettings,
): BatchLoss | null {
  if (parts.length === 0) return null;
  const point = ktoReferencePoint(
    parts.flatMap(({ example: { mismatched } }) => (mismatched ? [replyOf(mismatched)] : [])),
  );
  const each = parts.map(({ example: { reply: sequence, isGood }, share }) => {
    const reply = replyOf(sequence);
    return { share, isGood, reply, ...ktoLoss({ ...reply, isGood }, settings, point) };
  });
  const [good, bad] = [each.filter(({ isGood }) => isGood), each.filter(({ isGood }) => !isGood)];
  const rewards = (some: typeof each) => some.map(({ reward }) => reward);
  const replies = (some: typeof each) => some.map(({ reply }) => reply);
  return {
    coefficients: each.map(({ share, coefficient }) => share * coefficient),
    metrics: {
      loss: sum(each.map(({ share, loss }) => share * loss)),
      ...rewardMetrics(rewards(good), rewards(bad)),
      preference_accuracy: mean(
        each.map(({ isGood, reward }) => (reward > settings.beta * point === isGood ? 1 : 0)),
      ),
      ...logprobMetrics(replies(good), replies(bad)),
      reference_point: settings.beta * point,
    },
  };
}

function rewarded(
  parts: readonly Part<RewardedExample>[],
  replyOf: ReplyOf,
  settings: PreferenceSettings,
): BatchLoss | null {
  if (parts.length === 0) return null;
  const { temperature, maxWeight: bound } = settings;
  const each = parts.flatMap(({ example: { replies, baseline: middle }, share }) => {
    const rewards = replies.map(({ reward }) => reward);
    const weights = rewardWeights(rewards, { mean: middle, temperature, bound });
    return replies.map(({ sequence, reward }, r) => ({
      reply: replyOf(sequence),
      isAbove: reward > middle,
      reward,
      weight: share * (weights[r] ?? 0),
    }));
  });
  const allWeights = sum(each.map(({ weight, reply }) => weight * reply.tokens));
  const tokens = each.map(({ weight, reply }) => ({
    logprob: meanLogprob(reply),
    weight: weight * reply.tokens,
  }));
  const replies = (isAbove: boolean) =>
    each.filter((one) => one.isAbove === isAbove).map(({ reply }) => reply);
  return {
    coefficients: each.map(({ weight }) => crossEntropyCoefficient(weight, allWeights)),
    metrics: {
      loss: crossEntropyLoss(tokens),
      reward: mean(each.map(({ reward }) => reward)),
      ...logprobMetrics(replies(true), replies(false)),
    },
  };
}

/** A batch may have replies of one side alone. */
function rewardMetrics(chosen: readonly number[], rejected: readonly number[]): Record<string, number> {
  const [good, bad] = [chosen.length > 0, rejected.length > 0];
  return {
    ...(good ? { reward_chosen: mean(chosen) } : {}),
    ...(bad ? { reward_rejected: mean(rejected) } : {}),
    ...(good && bad ? { reward_margin: mean(chosen) - mean(rejected) } : {}),
  };
}

/** In nats a token; the change is from the reference, where there is one. */
function logprobMetrics(
  chosen: readonly ReferencedReply[],
  rejected: readonly ReferencedReply[],
): Record<string, number> {
  const perToken = (replies: readonly ReferencedReply[], of: (reply: ReferencedReply) => number) =>
    sum(replies.map(of)) / sum(replies.map(({ tokens }) => tokens));
  const change = perToken(chosen, ({ logprob, referenceLogprob }) => logprob - referenceLogprob);
  return {
    ...(chosen.length > 0 ? { chosen_logprob: perToken(chosen, ({ logprob }) => logprob) } : {}),
    ...(rejected.length > 0 ? { rejected_logprob: perToken(rejected, ({ logprob }) => logprob) } : {}),
    ...(Number.isNaN(change) ? {} : { chosen_logprob_change: change }),
  };
}

function meanOne(weights: readonly number[]): number[] {
  const middle = mean(weights);
  return weights.map((weight) => (middle > 0 ? weight / middle : 0));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

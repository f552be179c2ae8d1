import { setImmediate } from "node:timers/promises";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { renderReplies } from "#lib/training/trajectories/render-row.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import type { PairExample, PreferenceExample } from "./preference-example.ts";
import type { GivenReply, PairRow, PreferenceRow, RatedRow, RewardedRow } from "./preference-row.ts";
import { requireFit } from "./require-fit.ts";

/** Rows tokenised at a stretch, so that heartbeats and other requests get their turn in between. */
const ROWS_AT_A_STRETCH = 25;

export type EncodeOptions = {
  readonly loss: PreferenceLoss;
  readonly format: ChatFormat;
  readonly contextLength: number;
  /** Fires where nobody wants the examples any more; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
};

export type EncodedPreferences = {
  /** In the order of the rows. */
  readonly examples: readonly PreferenceExample[];
  /** Rows with a side that is longer than the model's context or in which nothing is said. */
  readonly droppedRows: number;
};

/** The rows as tokens; a row of which one side does not fit is left out whole. Throws `Rejected` for one that the loss cannot learn from. */
export async function encodePreferences(
  rows: readonly PreferenceRow[],
  options: EncodeOptions,
): Promise<EncodedPreferences> {
  const examples: PreferenceExample[] = [];
  let droppedRows = 0;
  const strangers = strangersOf(rows);
  const baselines = baselinesOf(rows);
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await setImmediate();
    options.signal?.throwIfAborted();
    requireFit(row, options.loss);
    const made = encodePreferenceRow(row, strangers[index] ?? null, {
      ...options,
      baseline: baselines[index] ?? null,
    });
    if (made.length === 0) droppedRows += 1;
    examples.push(...made);
  }
  return { examples, droppedRows };
}

/** What one row teaches; `stranger` answers another prompt. Nothing where it does not fit. */
export function encodePreferenceRow(
  row: PreferenceRow,
  stranger: GivenReply | null,
  options: EncodeOptions & { baseline?: number | null },
): PreferenceExample[] {
  const { line, weight } = row;
  const render = (reply: GivenReply) => fitting(reply, line, options);
  const rated = (reply: GivenReply, isGood: boolean): PreferenceExample[] => {
    const sequence = render(reply);
    if (!sequence) return [];
    const mismatched = stranger && render({ ...reply, messages: stranger.messages });
    return [{ kind: "rated", weight, reply: sequence, isGood, mismatched }];
  };
  switch (row.kind) {
    case "pair":
      if (options.loss === "kto") return [...rated(row.chosen, true), ...rated(row.rejected, false)];
      return pairExample(row, render);
    case "rated":
      return rated(row.reply, row.isGood);
    case "rewarded":
      return rewardedExample(row, render, options.baseline ?? null);
    default:
      return row satisfies never;
  }
}

type Render = (reply: GivenReply) => TrainableSequence | null;

function pairExample({ chosen, rejected, weight, strength }: PairRow, render: Render): PairExample[] {
  const [good, bad] = [render(chosen), render(rejected)];
  return good && bad ? [{ kind: "pair", weight, strength, chosen: good, rejected: bad }] : [];
}

function rewardedExample(
  { replies, weight }: RewardedRow,
  render: Render,
  baseline: number | null,
): PreferenceExample[] {
  const kept = replies.flatMap((reply) => {
    const sequence = render(reply);
    return sequence ? [{ sequence, reward: reply.reward }] : [];
  });
  // Of several replies, one that is left has nothing to be held against.
  if (kept.length < Math.min(2, replies.length)) return [];
  const own = meanOf(kept.map(({ reward }) => reward));
  return [
    { kind: "rewarded", weight, replies: kept, baseline: replies.length > 1 ? own : (baseline ?? own) },
  ];
}

/** For each row of one reply, the mean reward of such rows with its prompt, or of all of them where it is the only one; null for others. */
function baselinesOf(rows: readonly PreferenceRow[]): (number | null)[] {
  const singles = rows.map((row) => {
    const [reply, ...others] = row.kind === "rewarded" ? row.replies : [];
    return reply && others.length === 0
      ? { prompt: JSON.stringify([reply.prompt, reply.tools]), reward: reply.reward }
      : null;
  });
  const known = singles.filter((one) => one !== null);
  const byPrompt = Map.groupBy(known, ({ prompt }) => prompt);
  const all = meanOf(known.map(({ reward }) => reward));
  return singles.map((one) => {
    const same = one ? (byPrompt.get(one.prompt) ?? []) : [];
    return one && (same.length > 1 ? meanOf(same.map(({ reward }) => reward)) : all);
  });
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Null where the conversation is too long or nothing of it would be learned. */
function fitting(
  reply: GivenReply,
  line: number,
  { format, contextLength }: EncodeOptions,
): TrainableSequence | null {
  const sequence = encodeReply(reply, line, format);
  return sequence.tokenIds.length <= contextLength && sequence.positions.length > 0 ? sequence : null;
}

/** A reply after its prompt, trained on what the assistant says in it. */
export function encodeReply(
  { prompt, tools, messages: said }: GivenReply,
  line: number,
  format: ChatFormat,
): TrainableSequence {
  const messages = [...prompt, ...said];
  const replies = messages.flatMap(({ role }, at) =>
    at >= prompt.length && role === "assistant" ? [at] : [],
  );
  return renderReplies({ messages, tools, replies, place: `line ${line}` }, format);
}

/** For each row the next one's reply that answers another prompt; by their places alone, so that a run that is taken up again finds the same. */
function strangersOf(rows: readonly PreferenceRow[]): (GivenReply | null)[] {
  const replies = rows.map(replyOf);
  const prompts = replies.map((reply) => JSON.stringify(reply?.prompt));
  return rows.map((_, index) => {
    for (let on = 1; on < rows.length && on <= MAX_LOOKS; on++) {
      const other = (index + on) % rows.length;
      if (prompts[other] !== prompts[index]) return replies[other] ?? null;
    }
    return null;
  });
}

/** Rows of one prompt mostly stand together, and not more of them. */
const MAX_LOOKS = 100;

function replyOf(row: PreferenceRow): PairRow["chosen"] | RatedRow["reply"] | null {
  if (row.kind === "pair") return row.chosen;
  return row.kind === "rated" ? row.reply : null;
}

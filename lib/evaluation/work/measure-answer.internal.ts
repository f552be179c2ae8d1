import type { Ctx } from "#lib/access/context.ts";
import type { EvaluationGrader, EvaluationSampling } from "#lib/contract/evaluation/evaluations.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import type { Sample } from "#lib/evaluation/graders/sample.ts";
import type { StoredScore, StoredScores } from "#lib/evaluation/score.internal.ts";
import { newId } from "#lib/platform/ids.ts";
import { type ReplyScore, scoreReplies } from "#lib/serving/asking/score-replies.ts";
import { createChatCompletion } from "#lib/serving/chat/create-chat-completion.ts";
import type { DueRun, PendingAnswer } from "./due-run.internal.ts";
import { type Hindrance, hindranceOf } from "./hindrance.internal.ts";
import { type MeasuredRow, measuredRow } from "./measured-row.ts";
import { type ScoredAnswer, scoresBy } from "./scores-by.internal.ts";

/** What is known of a run while it is worked on. */
export type OpenRun = {
  readonly run: DueRun;
  readonly ctx: Ctx;
  readonly graders: readonly EvaluationGrader[];
  readonly sampling: EvaluationSampling;
  /** Whether the service itself holds the model, and can say how probable a text is to it. */
  readonly isOwn: boolean;
};

export type Answered = {
  readonly callId: string;
  readonly request: ChatRequest;
  readonly completion: ChatCompletion;
  readonly output: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
};

/** An answer with its scores, or why this row has none; it is stored. */
export type Measured = {
  readonly pending: PendingAnswer;
  readonly unitKeys: readonly string[];
  readonly scores: StoredScores;
  readonly reasons: ScoredAnswer["reasons"];
} & ({ readonly answer: Answered } | { readonly error: string });

/** Asks for one answer and scores it; or says what stops the run. */
export async function measureAnswer(open: OpenRun, pending: PendingAnswer): Promise<Measured | Hindrance> {
  const row = measuredRow(pending.row);
  if (!row) return unanswered(open, { pending, row }, "The row has no prompt");
  const asked = await ask(open, pending, row);
  if ("hindrance" in asked)
    return asked.hindrance === "row" ? unanswered(open, { pending, row }, asked.message) : asked;
  const likelihood = await likelihoodOf(open, pending, row);
  if ("hindrance" in likelihood) return likelihood;
  const graded = await scoresOf(open, row, asked);
  if ("hindrance" in graded) return graded;
  const scores = { ...Object.fromEntries(graded.scores), ...likelihood };
  const { reasons } = graded;
  return { pending, unitKeys: keysOf(pending, row), answer: asked, scores, reasons };
}

type Place = { pending: PendingAnswer; row: MeasuredRow | null };

/** Every metric of the answer is masked, never 0. */
export function unanswered(open: OpenRun, { pending, row }: Place, error: string): Measured {
  const masked: StoredScore = { masked: error };
  const names = [...(row?.reference == null ? [] : ["exact_match"]), ...open.graders.map(({ name }) => name)];
  const scores = Object.fromEntries(names.map((name) => [name, masked]));
  return { pending, unitKeys: keysOf(pending, row), scores, reasons: [], error };
}

function keysOf({ places }: PendingAnswer, row: MeasuredRow | null): string[] {
  return row ? [...places, `prompt ${row.promptKey}`] : places;
}

async function ask(
  { run, ctx, sampling }: OpenRun,
  { sample }: PendingAnswer,
  { prompt, tools }: MeasuredRow,
): Promise<Answered | Hindrance> {
  const request: ChatRequest = {
    model: run.subject,
    messages: prompt,
    ...(tools ? { tools } : {}),
    temperature: sampling.temperature,
    maxTokens: sampling.maxTokens,
    seed: run.seed + sample,
    // It is stored with its result, in one transaction.
    store: false,
    metadata: { projectId: `${run.entity}/${run.project}`, threadId: `eval/${run.id}` },
  };
  const startedAt = new Date();
  try {
    const completion = await createChatCompletion(ctx, request);
    if (!("choices" in completion)) throw new Error("A completion that was not asked to stream streams");
    const output = textOf(completion);
    return { callId: newId(), request, completion, output, startedAt, endedAt: new Date() };
  } catch (error) {
    return hindranceOf(error, ctx.signal);
  }
}

/**
 * How improbable the model holds the reference, in nats a token, and of a pair whether it holds it more probable than the other reply, all tokens together. They are the same for
 * every sample, so that only the first one has them.
 */
async function likelihoodOf(
  { run, ctx, isOwn }: OpenRun,
  { sample }: PendingAnswer,
  { prompt, tools, reference, rejected }: MeasuredRow,
): Promise<{ nll?: StoredScore; prefers_chosen?: StoredScore } | Hindrance> {
  if (!isOwn || reference === null || sample > 0) return {};
  const sides = rejected === null ? [reference] : [reference, rejected];
  const replies = sides.map((reply) => ({ messages: prompt, ...(tools ? { tools } : {}), reply }));
  const ask = { model: run.subject, projectPath: `${run.entity}/${run.project}`, replies };
  try {
    const [good, bad] = (await scoreReplies(ctx, ask)).map(likelihoodIn);
    const nll = good ?? { masked: NO_SCORE };
    return {
      nll: "masked" in nll ? nll : { score: -nll.sum / nll.tokens, passed: null },
      ...(rejected === null ? {} : { prefers_chosen: preference(nll, bad ?? { masked: NO_SCORE }) }),
    };
  } catch (error) {
    const found = hindranceOf(error, ctx.signal);
    if (found.hindrance !== "row") return found;
    const masked = { masked: found.message };
    return { nll: masked, ...(rejected === null ? {} : { prefers_chosen: masked }) };
  }
}

const NO_SCORE = "The model gave no score";

type Likelihood = { readonly sum: number; readonly tokens: number } | { readonly masked: string };

function likelihoodIn(score: ReplyScore): Likelihood {
  if ("refused" in score) return { masked: score.refused };
  const tokens = score.logprobs.length;
  if (tokens === 0) return { masked: "The reference has no tokens" };
  return { sum: score.logprobs.reduce((total, logprob) => total + logprob, 0), tokens };
}

/** A draw is no preference for the right one. */
function preference(good: Likelihood, bad: Likelihood): StoredScore {
  if ("masked" in good) return good;
  if ("masked" in bad) return { masked: `Of the other reply: ${bad.masked}` };
  const isRight = good.sum > bad.sum;
  return { score: isRight ? 1 : 0, passed: isRight };
}

async function scoresOf(
  { ctx, graders }: OpenRun,
  { reference, item }: MeasuredRow,
  answer: Answered,
): Promise<ScoredAnswer | Hindrance> {
  const sample: Sample = {
    outputText: answer.output,
    outputTools: toolsOf(answer.completion),
    choices: answer.completion.choices,
    callId: answer.callId,
  };
  const scores: [string, StoredScore][] = [];
  if (reference !== null) scores.push(["exact_match", equality(answer.output, reference)]);
  const graded = await scoresBy(ctx, graders, { sample, item });
  return "hindrance" in graded ? graded : { ...graded, scores: [...scores, ...graded.scores] };
}

/** Spaces and line breaks around a text say nothing. */
function equality(output: string, reference: string): StoredScore {
  const passed = output.trim() === reference.trim();
  return { score: passed ? 1 : 0, passed };
}

function messageOf({ choices: [first] }: ChatCompletion): Record<string, unknown> {
  return isDict(first) && isDict(first.message) ? first.message : {};
}

function textOf(completion: ChatCompletion): string {
  const { content } = messageOf(completion);
  return typeof content === "string" ? content : "";
}

function toolsOf(completion: ChatCompletion): unknown[] {
  const { tool_calls: calls } = messageOf(completion);
  return Array.isArray(calls) ? calls : [];
}

import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { grade } from "#lib/evaluation/graders/grade.ts";
import { isPeoplesYes } from "#lib/evaluation/judges/says-yes.ts";
import { graderServices } from "#lib/evaluation/services/grader-services.ts";
import { worthOf } from "#lib/evaluation/services/human-value.ts";
import { scoreOfUnits, shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";
import { type TrialCall, trialCalls } from "#lib/evaluation/trial-calls.internal.ts";
import { agreementOf } from "./agreement-of.internal.ts";
import { histogramOf } from "./histogram-of.internal.ts";
import { requireShortPatternsOf } from "./require-short-patterns.internal.ts";
import { shownGrade } from "./shown-grade.internal.ts";

type Endpoint = typeof contract.dryRunGrader;
type Reply = ReplyOf<Endpoint>;

/** Calls that are graded at the same time; a model's places are for others, too. */
const AT_ONCE = 4;
const SHOWN = 5;
const PREVIEW_CHARACTERS = 300;

export async function dryRunGrader(ctx: Ctx, input: InputOf<Endpoint>): Promise<Reply> {
  const { grader, human } = input;
  await requireShortPatternsOf(grader);
  const graded = await gradeAll(ctx, input, await trialCalls(ctx, input));
  const scored = graded.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]));
  const cases = scored.map(({ unit, score }) => ({ unit, value: score }));
  const judged = scored.flatMap((one) =>
    one.passed === null ? [] : [{ unit: one.unit, value: Number(one.passed) }],
  );
  return {
    gradedCount: scored.length,
    maskedCount: graded.length - scored.length,
    mean: scoreOfUnits(cases),
    passed: shareOfUnits(judged),
    histogram: histogramOf(scored.map(({ score }) => score)),
    worst: scored.toSorted((a, b) => a.score - b.score).slice(0, SHOWN),
    masked: maskedOf(graded),
    agreement: human ? agreementOf(grader, scored) : null,
    disputed: scored
      .filter((one) => one.human !== null && one.human !== one.score)
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, SHOWN),
  };
}

type Graded = Reply["worst"][number] & { unit: string; isUnread: boolean };
type Asked = Pick<InputOf<Endpoint>, "grader" | "human">;

/** In the order of the calls. */
async function gradeAll(ctx: Ctx, asked: Asked, calls: readonly TrialCall[]): Promise<Graded[]> {
  const { grader } = asked;
  const services = graderServices(ctx);
  const graded: Graded[] = [];
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    ctx.signal.throwIfAborted();
    const some = calls.slice(start, start + AT_ONCE);
    graded.push(
      ...(await Promise.all(
        some.map(async (call) => ({
          ...shownGrade(grader, await grade(grader, call.sample, call.item, services)),
          callId: call.callId,
          unit: call.unit,
          question: preview(call.question),
          answer: preview(call.sample.outputText),
          ...saidOf(call, asked),
        })),
      )),
    );
  }
  return graded;
}

/** What people said of a call as a score, and whether they said something that is worth none. */
function saidOf({ human: said }: TrialCall, { grader, human }: Asked): Pick<Graded, "human" | "isUnread"> {
  if (!said || !("value" in said)) return { human: null, isUnread: false };
  const isYes = typeof said.value === "string" ? isPeoplesYes(grader, said.value, human?.yesValues) : null;
  const worth = isYes === null ? worthOf(said) : Number(isYes);
  return { human: worth, isUnread: worth === null };
}

/** The most frequent reasons first, each with a case of it. */
function maskedOf(graded: readonly Graded[]): Reply["masked"] {
  const masked = graded.flatMap(({ callId, masked: one }) => (one ? [{ callId, ...one }] : []));
  return [...Map.groupBy(masked, ({ reason }) => reason).values()]
    .flatMap((all) => {
      const [first] = all;
      return first ? [{ ...first, count: all.length }] : [];
    })
    .sort((a, b) => b.count - a.count);
}

function distance({ score, human }: { score: number; human: number | null }): number {
  return Math.abs(score - (human ?? score));
}

function preview(text: string): string {
  return text.length <= PREVIEW_CHARACTERS ? text : `${text.slice(0, PREVIEW_CHARACTERS)}…`;
}

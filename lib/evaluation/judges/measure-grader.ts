import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { type measureGrader as contract, GraderFigures } from "#lib/contract/evaluation/judges.ts";
import * as z from "#lib/contract/zod.ts";
import {
  requireGrader,
  toGrader,
  toMeasurement,
} from "#lib/evaluation/stored-graders/grader-records.internal.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Asked, askGrader } from "./ask-grader.internal.ts";
import { figuresOf, type JudgedCase } from "./figures-of.ts";
import { judgedItems } from "./judged-items.internal.ts";
import { yesFrom } from "./says-yes.ts";

type Endpoint = typeof contract;

/** Nothing is kept of a measurement whose caller left. */
export async function measureGrader(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const row = await requireGrader(ctx, input.graderId);
  const { grader } = toGrader(row, ctx.project);
  const { items, learned } = await judgedItems(ctx, grader, input);
  const asked = await askGrader(ctx, grader, items);
  const judged = asked.flatMap((one) => caseOf(grader, one) ?? []);
  const threshold = yesFrom(grader);
  const masked = asked.filter(({ score }) => score === null).length;
  const unread = asked.filter(({ score, item }) => score !== null && item.isUnread).length;
  const figures = figuresOf(
    judged.map((one) => one.case),
    {
      threshold,
      masked,
      undecided: asked.length - masked - unread - judged.length,
      unread,
      yesValues: input.yesValues ?? [],
      learned,
      isPairs: input.field === undefined,
    },
  );
  const disagreements = judged
    .filter(({ case: { grader: says, people } }) => says !== people)
    .map(({ asked: { item, score } }) => ({
      callId: item.callId,
      pairCallId: item.pairCallId,
      score: score ?? 0,
    }))
    .sort((a, b) => Math.abs(b.score - threshold) - Math.abs(a.score - threshold));
  const stored = await ctx.db.prisma.graderMeasurement.create({
    data: {
      id: newId(),
      projectId: ctx.project.id,
      graderId: row.id,
      queueId: input.queueId,
      field: input.field ?? null,
      definition: row.definition ?? {},
      answeredAfter: input.answeredAfter === undefined ? null : new Date(input.answeredAfter),
      figures: z.encode(GraderFigures, figures) as object,
      disagreements,
      createdBy: ctx.actor.userId,
    },
  });
  return { measurement: toMeasurement(stored, row) };
}

/** Null where one side said neither yes nor no. */
function caseOf(grader: Grader, asked: Asked): { case: JudgedCase; asked: Asked } | null {
  const { item, score, again, swapped } = asked;
  const { unit, people, length } = item;
  if (score === null || people === null) return null;
  const says = (given: number | null) => (given === null ? null : given >= yesFrom(grader));
  return {
    asked,
    case: {
      unit,
      people,
      length,
      grader: score >= yesFrom(grader),
      again: says(again),
      swapped: says(swapped),
    },
  };
}

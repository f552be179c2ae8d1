import type { Ctx } from "#lib/access/context.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { grade } from "#lib/evaluation/graders/grade.ts";
import { isMasked } from "#lib/evaluation/graders/grade-result.ts";
import type { GraderServices } from "#lib/evaluation/graders/services.ts";
import { graderServices } from "#lib/evaluation/services/grader-services.ts";
import type { JudgedItem } from "./judged-items.internal.ts";

/** Items that are graded at the same time; a model's places are for others, too. */
const AT_ONCE = 4;
const SECOND_SEED = 2;

/** The scores that a grader gives: of the item, again with another seed, and of a pair the other way round. Null where it gave none. */
export type Asked = {
  readonly item: JudgedItem;
  readonly score: number | null;
  readonly again: number | null;
  readonly swapped: number | null;
};

/** In the order of the items; one that is masked at first is not asked again. */
export async function askGrader(ctx: Ctx, grader: Grader, items: readonly JudgedItem[]): Promise<Asked[]> {
  const services = graderServices(ctx);
  const reseeded = withSeed(services, SECOND_SEED);
  const asked: Asked[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    ctx.signal.throwIfAborted();
    asked.push(
      ...(await Promise.all(
        items.slice(start, start + AT_ONCE).map(async (item): Promise<Asked> => {
          const score = await scoreOf(grader, item, services);
          if (score === null) return { item, score, again: null, swapped: null };
          const again = await scoreOf(grader, item, reseeded);
          return {
            item,
            score,
            again,
            swapped: item.swapped && (await scoreOf(grader, item.swapped, services)),
          };
        }),
      )),
    );
  }
  return asked;
}

async function scoreOf(
  grader: Grader,
  { sample, item }: Pick<JudgedItem, "sample" | "item">,
  services: GraderServices,
): Promise<number | null> {
  const found = await grade(grader, sample, item, services);
  return isMasked(found) ? null : found.score;
}

function withSeed(services: GraderServices, seed: number): GraderServices {
  const { complete, labelProbabilities } = services;
  return {
    ...services,
    ...(complete ? { complete: (ask) => complete({ ...ask, sampling: { ...ask.sampling, seed } }) } : {}),
    ...(labelProbabilities
      ? { labelProbabilities: (ask) => labelProbabilities({ ...ask, sampling: { ...ask.sampling, seed } }) }
      : {}),
  };
}

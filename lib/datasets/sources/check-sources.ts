import type { Ctx } from "#lib/access/context.ts";
import {
  type EvidenceField,
  type EvidenceQueue,
  fieldOf,
  findEvidenceQueue,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import {
  consensusOf,
  type DatasetKind,
  type Recipe,
  type Source,
  USES_OF_KIND,
} from "#lib/contract/datasets/recipe.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { problemAt } from "#lib/platform/problem.ts";

/** A source whose queue and field are there. */
export type CheckedSource = {
  index: number;
  source: Source;
  queue: EvidenceQueue;
  /** The field whose values are used, or the verdict of a queue of pairs; null of texts. */
  field: EvidenceField | null;
};

/**
 * The sources of a recipe with what they name. A 404 where a queue is not there; a 422 at its place in the recipe for what the queue cannot be
 * used for.
 */
export async function checkSources(
  place: Pick<Ctx, "db" | "project">,
  { kind, recipe }: { kind: DatasetKind; recipe: Recipe },
): Promise<CheckedSource[]> {
  const checked: CheckedSource[] = [];
  const problems: Problem[] = [];
  for (const [index, source] of recipe.sources.entries()) {
    const queue = await findEvidenceQueue(place, source.queueId);
    const field = usedField(queue, source);
    const wrong = wrongWith({ kind, source, queue, field });
    if (wrong)
      problems.push(problemAt([...PLACE, index, ...wrong.at], { type: "value_error", text: wrong.text }));
    checked.push({ index, source, queue, field });
  }
  if (problems.length > 0) throw new InvalidRequest(problems);
  return checked;
}

const PLACE = ["body", "recipe", "sources"];

function usedField(queue: EvidenceQueue, { use, field }: Source): EvidenceField | null {
  if (use === "pairs") return fieldOf(queue, PREFERENCE_TYPE);
  return field === undefined ? null : fieldOf(queue, field);
}

type Asked = { kind: DatasetKind; source: Source; queue: EvidenceQueue; field: EvidenceField | null };
type Wrong = { at: string[]; text: string };

function wrongWith({ kind, source, queue, field }: Asked): Wrong | null {
  const { use } = source;
  if (!USES_OF_KIND[kind].includes(use))
    return {
      at: ["use"],
      text: `a dataset of kind ${kind} takes ${USES_OF_KIND[kind].join(", ")}, not ${use}`,
    };
  const wanted = use === "pairs" ? "pairwise" : "single";
  if (queue.kind !== wanted)
    return {
      at: ["queue_id"],
      text:
        wanted === "pairwise"
          ? "the queue judges single calls; pairs come from a queue that compares two"
          : `the queue compares pairs of calls, which gives pairs and not ${use}`,
    };
  if (source.field !== undefined && !field) return { at: ["field"], text: unknownField(queue, source.field) };
  if (field?.isNumber && consensusOf(source).rule === "weighted")
    return {
      at: ["consensus", "rule"],
      text: "numbers have no most probable value; use majority, each or decided",
    };
  return null;
}

function unknownField({ fields }: EvidenceQueue, ref: string): string {
  const known = fields.map((field) => field.ref).join(", ");
  return `${ref} is not a field of the queue with comparable answers; there ${known === "" ? "are none" : `are ${known}`}`;
}

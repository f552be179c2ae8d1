import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { Source } from "#lib/contract/datasets/sources.ts";
import { Source as SourceSchema } from "#lib/contract/datasets/sources.ts";
import { USES, type Use, VALUE_MARK } from "#lib/contract/datasets/uses.ts";
import * as z from "#lib/contract/zod.ts";
import { valuesToName } from "./approvals.ts";
import { canContradict, type DatasetDraft, draftFaults, shareOf } from "./dataset-draft.ts";
import { fieldsFor, isCompared, type Origin, type Taking } from "./origin.ts";

/** As near as this, by their words in threes, two rows are duplicates. */
const NEAR = 0.9;
const LIKE = "👍";

/** The recipe that a draft describes; null while something is missing or wrong. A name that is wrong keeps no recipe back. */
export function recipeOf(draft: DatasetDraft, origin: Origin): Recipe | null {
  const source = sourceOf(draft, origin);
  const { heldOut } = draftFaults(draft);
  if (!source || heldOut) return null;
  // What it does not say is as the contract has it.
  return z.decode(Recipe, {
    sources: [z.encode(SourceSchema, source)],
    ...(draft.taking === "labels" ? { prompt: { turns: draft.turns } } : {}),
    ...(draft.rule === "weighted" && isCompared(draft.taking) ? { weights: "posterior" } : {}),
    ...(draft.isNearDropped ? { dedupe: { near: NEAR } } : {}),
    ...(draft.leavesConflicts && canContradict(draft, origin) ? { on_conflict: "reject" } : {}),
    ...(draft.leavesMissingCalls ? { on_missing_calls: "reject" } : {}),
    ...(draft.leavesEmpties ? { on_empty: "reject" } : {}),
    secrets: { action: draft.secrets },
    split: { held_out: shareOf(draft.heldOut) },
    ...(draft.isGuarded ? {} : { eval_guard: false }),
  });
}

/** The source alone, for a recipe that has the rest. */
export function sourceOf(draft: DatasetDraft, origin: Origin): Source | null {
  const faults = draftFaults(draft);
  if (faults.minAnswers || faults.replyTemplate || faults.question) return null;
  if (origin.kind === "queue") return queueSource(draft, origin);
  if (origin.kind === "upload") return { kind: "upload", fileId: origin.fileId };
  if (origin.kind === "version") return { kind: "version", ref: origin.ref };
  const { taking } = draft;
  const { selection } = origin;
  const consensus = consensusOf(draft);
  // Of whole threads, many replies are learned at once; all others are made of single calls.
  const listed = origin.kind === "threads" && draft.kind !== "sft" ? "calls" : origin.kind;
  if (taking === "votes") return { kind: "votes", ...selection, consensus };
  if (taking === "thumbs")
    return { kind: "feedback", ...selection, use: "ratings", reaction: LIKE, consensus };
  if (taking === "corrections" || taking === "corrected")
    return { kind: "feedback", ...selection, use: taking };
  if (listed === "feedback")
    return { kind: "feedback", ...selection, use: "approved", reaction: LIKE, consensus };
  const liked = taking === "liked" ? { feedback: { reaction: LIKE, consensus } } : {};
  return { kind: listed, ...selection, ...liked };
}

function queueSource(draft: DatasetDraft, origin: Extract<Origin, { kind: "queue" }>): Source | null {
  const { taking } = draft;
  if (!isUse(taking)) return null;
  const offered = fieldsFor(draft, origin);
  const chosen = offered.find(({ ref }) => ref === draft.field);
  if (offered.length > 0 && !chosen) return null;
  const values = valuesToName(chosen, draft);
  const approval = values.find(({ value }) => value === draft.approval);
  if (values.length > 0 && !approval) return null;
  return {
    kind: "queue",
    queueId: origin.queue.id,
    use: taking,
    ...(chosen ? { field: chosen.ref } : {}),
    ...(approval ? { [taking === "ratings" ? "goodIf" : "keepIf"]: approval.keepIf } : {}),
    ...(taking === "labels" && draft.replyTemplate !== VALUE_MARK
      ? { replyTemplate: draft.replyTemplate }
      : {}),
    ...(taking === "judge" ? { question: draft.question.trim() } : {}),
    ...(isCompared(taking) ? { consensus: consensusOf(draft) } : {}),
    ...(draft.takesRunItems ? { takesRunItems: true } : {}),
  };
}

function isUse(taking: Taking): taking is Use {
  return USES.some((use) => use === taking);
}

function consensusOf({ rule, minAnswers }: DatasetDraft) {
  return { rule, minAnswers: Number(minAnswers), minShare: 0.5, minPosterior: 0 };
}

/** A recipe that also takes this source, and whether it does so already. */
export function recipeWith(recipe: Recipe, source: Source): { recipe: Recipe; isTaken: boolean } {
  const written = (one: Source) => JSON.stringify(z.encode(SourceSchema, one));
  const isTaken = recipe.sources.some((one) => written(one) === written(source));
  return { recipe: isTaken ? recipe : { ...recipe, sources: [...recipe.sources, source] }, isTaken };
}

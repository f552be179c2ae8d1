import { createHash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import { NearDuplicates } from "#lib/annotation/learner/near-duplicates.ts";
import type { Split } from "#lib/contract/datasets/dataset-versions.ts";
import type { Recipe, SecretKind } from "#lib/contract/datasets/recipe.ts";
import {
  type Candidate,
  type Draft,
  type EvidenceOf,
  isRefusal,
  type Refusal,
  refusal,
  type SplitUnit,
} from "#lib/datasets/candidate.ts";
import { askedIn } from "#lib/datasets/rows/asked-in.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { assignSplits, splitKey, unitKeyHash } from "./assign-splits.ts";
import { findConflicts, type Taught } from "./find-conflicts.ts";
import { maskSecretsIn } from "./secrets.ts";

/** A row of a version. */
export type AssembledRow = {
  split: Split;
  /** As it is stored, exported and trained on. */
  value: Record<string, unknown>;
  posterior: number | null;
  /** Which of its source's values it teaches, where it is a label. */
  label?: string;
  /** The place of the first row with the same prompt, where rows of that prompt teach different values. */
  conflict: number | null;
  /** How many calls were made for its answer that it does not have. */
  missingCalls: number;
  /** Those of earlier turns. */
  earlierCalls: number;
  /** What it was made of: the place of the source in the recipe, and the item there. */
  source: number;
  itemId: string;
  evidence: readonly EvidenceOf[];
  /** Hashes of what binds it to other rows. */
  keys: readonly string[];
};

export type RejectedCandidate = Refusal & { source: number; itemId: string };

export type Assembled = {
  rows: readonly AssembledRow[];
  rejections: readonly RejectedCandidate[];
  secrets: ReadonlyMap<SecretKind, number>;
};

const MAX_ROW_BYTES = 1024 * 1024;
/** How many rows are looked at before other requests have their turn: half a millisecond. Each of them needs several turns. */
const ROWS_AT_A_STRETCH = 10;

type Given = {
  candidates: readonly Candidate[];
  units: readonly SplitUnit[];
  /** Names of datasets that models are measured by, by the hashes of the keys that their rows have. */
  guarded?: ReadonlyMap<string, string>;
};

/** Makes of each candidate a row or a rejection, in the order of the candidates: of two duplicates the later one loses. */
export async function assembleRows(
  { candidates, units, guarded = new Map() }: Given,
  recipe: Recipe,
): Promise<Assembled> {
  const splits = assignSplits(units, recipe.split);
  const keysOf = new Map(units.map((unit) => [splitKey(unit), unit.keys]));
  const checks = new RowChecks(recipe);
  const decided: Decided[] = [];
  for (const [index, { source, itemId, outcome }] of candidates.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await othersTurn();
    const key = splitKey({ source, itemId });
    const keys = (keysOf.get(key) ?? []).map(unitKeyHash);
    const leak = keys.flatMap((one) => guarded.get(one) ?? [])[0];
    const stopped = isRefusal(outcome)
      ? outcome
      : splits.between.has(key)
        ? refusal("both_splits")
        : leak !== undefined
          ? refusal("held_out_thread", leak)
          : null;
    const checked = stopped ?? (isRefusal(outcome) ? outcome : checks.take(outcome));
    const split = splits.heldOut.has(key) ? "held_out" : "train";
    decided.push({ source, itemId, split, keys, outcome: checked });
  }
  return assembled(withBalance(withoutConflicts(decided, recipe), recipe));
}

/** `asked` is the same where a model is asked the same; null of rows that teach no value of their source. */
type Checked = Draft & { secrets: readonly SecretKind[]; asked: string | null };
type Decided = {
  source: number;
  itemId: string;
  split: Split;
  keys: readonly string[];
  outcome: Checked | Refusal;
};

function assembled(decided: readonly Decided[]): Assembled {
  const secrets = new Map<SecretKind, number>();
  const rows: AssembledRow[] = [];
  const rejections: RejectedCandidate[] = [];
  const conflicts = findConflicts(decided.flatMap((one) => (isRefusal(one.outcome) ? [] : [taughtBy(one)])));
  for (const { source, itemId, split, keys, outcome } of decided) {
    if (isRefusal(outcome)) rejections.push({ source, itemId, ...outcome });
    else {
      const conflict = conflicts[rows.length] ?? null;
      rows.push({ ...rowOf(outcome, { split, keys }), conflict, source, itemId });
      for (const kind of outcome.secrets) secrets.set(kind, (secrets.get(kind) ?? 0) + 1);
    }
  }
  return { rows, rejections, secrets };
}

function rowOf(
  { rowId, body, weight, posterior, label, missingCalls = 0, earlierCalls = 0, evidence }: Draft,
  { split, keys }: Pick<Decided, "split" | "keys">,
): Omit<AssembledRow, "conflict" | "source" | "itemId"> {
  // What a row weighs is kept to three decimals, so that sums in another order make no other row.
  const value = { row_id: rowId, split, weight: Math.round(weight * 1000) / 1000, ...body };
  return {
    split,
    value,
    posterior,
    ...(label === undefined ? {} : { label }),
    missingCalls,
    earlierCalls,
    evidence,
    keys,
  };
}

function taughtBy({ source, itemId, outcome }: Decided): Taught {
  if (isRefusal(outcome) || outcome.asked === null || outcome.label === undefined) return null;
  return { itemId: splitKey({ source, itemId }), asked: outcome.asked, label: outcome.label };
}

/** Where the recipe asks for it, no row of a prompt stays whose rows teach different values. */
function withoutConflicts(decided: readonly Decided[], { onConflict }: Recipe): readonly Decided[] {
  if (onConflict !== "reject") return decided;
  const conflicts = findConflicts(decided.map(taughtBy));
  return decided.map((one, place) =>
    isRefusal(one.outcome) || conflicts[place] === null
      ? one
      : { ...one, outcome: refusal("conflict", one.outcome.label) },
  );
}

/**
 * Of labels that have too many rows to train on beside the rarest one, those of the lowest hashes stay: which ones that are does not hang on
 * order, and little on what is added. What is held out stays as it comes, since a model meets it so.
 */
function withBalance(decided: readonly Decided[], { balance, split: { seed } }: Recipe): readonly Decided[] {
  if (!balance) return decided;
  const trained = decided.filter(({ split }) => split === "train");
  const byLabel = Map.groupBy(trained, ({ outcome }) => (isRefusal(outcome) ? undefined : outcome.label));
  byLabel.delete(undefined);
  const rarest = Math.min(...[...byLabel.values()].map((rows) => rows.length));
  const most = Math.floor(rarest * balance.maxRatio);
  const lost = new Map<Decided, Refusal>();
  for (const [label, rows] of byLabel) {
    const drawn = rows
      .map((row) => [row, drawOf(row, seed)] as const)
      .sort(([, a], [, b]) => (a < b ? -1 : 1));
    for (const [row] of drawn.slice(most))
      lost.set(row, refusal("unbalanced", `${label}: ${rows.length}, of ${most}`));
  }
  return decided.map((one) => ({ ...one, outcome: lost.get(one) ?? one.outcome }));
}

function drawOf({ itemId, outcome }: Decided, seed: number): string {
  const id = isRefusal(outcome) ? itemId : outcome.rowId;
  return createHash("sha256").update(`${seed}\n${id}`).digest("hex");
}

/** What one row is held against: patterns of secrets, its size, and the rows before it. */
class RowChecks {
  readonly #recipe: Recipe;
  readonly #seen = new Map<string, string>();
  readonly #near: NearDuplicates | null;
  readonly #ofPrompt = new Map<string, number>();

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.#near = recipe.dedupe.near === undefined ? null : new NearDuplicates(recipe.dedupe.near);
  }

  take(draft: Draft): Checked | Refusal {
    const { action, kinds } = this.#recipe.secrets;
    const { value, found } = maskSecretsIn(draft.body, kinds);
    if (action === "reject" && found.size > 0) return refusal("secret", [...found].sort().join(", "));
    // Masking keeps the form of a body.
    const body = action === "mask" ? (value as Draft["body"]) : draft.body;
    const refused = this.#duplicate(draft.rowId, body) ?? this.#tooMany(body);
    const asked = draft.label === undefined ? null : subjectOf(body);
    return refused ?? { ...draft, body, secrets: [...found], asked };
  }

  #duplicate(rowId: string, body: Draft["body"]): Refusal | null {
    const text = canonicalJson(body);
    if (Buffer.byteLength(text) > MAX_ROW_BYTES)
      return refusal("too_large", `${Buffer.byteLength(text)} bytes of ${MAX_ROW_BYTES}`);
    const same = this.#recipe.dedupe.exact ? this.#seen.get(text) : undefined;
    if (same !== undefined) return refusal("duplicate", same);
    const near = this.#near?.take(rowId, [...textsIn(body)].join("\n")) ?? null;
    if (near !== null) return refusal("near_duplicate", near);
    this.#seen.set(text, rowId);
    return null;
  }

  #tooMany(body: Draft["body"]): Refusal | null {
    const { maxPerPrompt } = this.#recipe;
    if (maxPerPrompt === undefined) return null;
    const prompt = promptOf(body);
    const before = this.#ofPrompt.get(prompt) ?? 0;
    if (before >= maxPerPrompt) return refusal("too_many_of_prompt", `${before} of ${maxPerPrompt}`);
    this.#ofPrompt.set(prompt, before + 1);
    return null;
  }
}

/** What the model is asked by a row. */
function promptOf(body: Draft["body"]): string {
  return hashOf({ asked: askedIn(body), tools: body.tools ?? null });
}

/** What a value is said about: the prompt, and where it is one of a reply, that reply. */
function subjectOf(body: Draft["body"]): string {
  return hashOf({
    asked: askedIn(body),
    tools: body.tools ?? null,
    reply: "label" in body ? body.completion : null,
  });
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64");
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

import { setImmediate as othersTurn } from "node:timers/promises";
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
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { assignSplits, splitKey } from "./assign-splits.ts";
import { NearDuplicates } from "./near-duplicates.ts";
import { maskSecretsIn } from "./secrets.ts";

/** A row of a version. */
export type AssembledRow = {
  split: Split;
  /** As it is stored, exported and trained on. */
  value: Record<string, unknown>;
  posterior: number | null;
  evidence: readonly EvidenceOf[];
};

export type RejectedCandidate = Refusal & { source: number; itemId: string };

export type Assembled = {
  rows: readonly AssembledRow[];
  rejections: readonly RejectedCandidate[];
  secrets: ReadonlyMap<SecretKind, number>;
};

const MAX_ROW_BYTES = 1024 * 1024;
/** How many rows are looked at before other requests have their turn. */
const ROWS_AT_A_STRETCH = 50;

/** Makes of each candidate a row or a rejection, in the order of the candidates: of two duplicates the later one loses. */
export async function assembleRows(
  { candidates, units }: { candidates: readonly Candidate[]; units: readonly SplitUnit[] },
  recipe: Recipe,
): Promise<Assembled> {
  const splits = assignSplits(units, recipe.split);
  const checks = new RowChecks(recipe);
  const rows: AssembledRow[] = [];
  const rejections: RejectedCandidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const { source, itemId, outcome } = candidate;
    const key = splitKey(candidate);
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await othersTurn();
    const isBetween = splits.between.has(key);
    const checked = isRefusal(outcome) ? outcome : isBetween ? refusal("both_splits") : checks.take(outcome);
    if (isRefusal(checked)) rejections.push({ source, itemId, ...checked });
    else rows.push(rowOf(checked, splits.heldOut.has(key) ? "held_out" : "train"));
  }
  return { rows, rejections, secrets: checks.secrets };
}

function rowOf({ rowId, body, weight, posterior, evidence }: Draft, split: Split): AssembledRow {
  // What a row weighs is kept to three decimals, so that sums in another order make no other row.
  const value = { row_id: rowId, split, weight: Math.round(weight * 1000) / 1000, ...body };
  return { split, value, posterior, evidence };
}

/** What one row is held against: patterns of secrets, its size, and the rows before it. */
class RowChecks {
  readonly secrets = new Map<SecretKind, number>();
  readonly #recipe: Recipe;
  readonly #seen = new Map<string, string>();
  readonly #near: NearDuplicates | null;

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.#near = recipe.dedupe.near === undefined ? null : new NearDuplicates(recipe.dedupe.near);
  }

  take(draft: Draft): Draft | Refusal {
    const { action, kinds } = this.#recipe.secrets;
    const { value, found } = maskSecretsIn(draft.body, kinds);
    if (action === "reject" && found.size > 0) return refusal("secret", [...found].sort().join(", "));
    // Masking keeps the form of a body.
    const body = action === "mask" ? (value as Draft["body"]) : draft.body;
    const duplicate = this.#duplicate(draft.rowId, body);
    if (duplicate) return duplicate;
    for (const kind of found) this.secrets.set(kind, (this.secrets.get(kind) ?? 0) + 1);
    return { ...draft, body };
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
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

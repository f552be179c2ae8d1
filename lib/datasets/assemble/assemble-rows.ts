import { createHash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Split } from "#lib/contract/datasets/dataset-versions.ts";
import { type Recipe, SECRET_KINDS, type SecretKind } from "#lib/contract/datasets/recipe.ts";
import type { RowNote } from "#lib/contract/datasets/row-notes.ts";
import {
  type Candidate,
  type EvidenceOf,
  isRefusal,
  type Refusal,
  refusal,
  type SplitUnit,
} from "#lib/datasets/candidate.ts";
import { wordsAsked } from "#lib/datasets/rows/asked-in.ts";
import { assignSplits, splitKey, unitKeyHash } from "./assign-splits.ts";
import { findConflicts, type Taught } from "./find-conflicts.ts";
import { type Checked, RowChecks } from "./row-checks.ts";
import { maskSecrets } from "./secrets.ts";
import type { Teaching } from "./what-rows-teach.ts";

/** A row of a version. */
export type AssembledRow = {
  split: Split;
  /** As it is stored, exported and trained on. */
  value: Record<string, unknown>;
  posterior: number | null;
  /** Which of its source's values it teaches, where it is a label. */
  label?: string;
  /** That value, or of a row that somebody else made, how its answer begins. */
  taught?: string;
  /** What people should know of it. */
  notes: readonly RowNote[];
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

export type RejectedCandidate = Refusal & {
  source: number;
  itemId: string;
  /** How it begins; empty where nothing of it was read. */
  words: string;
  /** The place of the row that it equals. */
  sameAs: number | null;
};

export type Assembled = {
  rows: readonly AssembledRow[];
  rejections: readonly RejectedCandidate[];
  secrets: ReadonlyMap<SecretKind, number>;
};

/** How many rows are looked at before other requests have their turn: half a millisecond. Each of them needs several turns. */
const ROWS_AT_A_STRETCH = 10;

const MAX_TAUGHT = 200;

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
  for (const [index, { source, itemId, outcome, words }] of candidates.entries()) {
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
    const begins = () => words ?? (isRefusal(outcome) ? "" : wordsAsked(outcome.body));
    decided.push({ source, itemId, split, keys, outcome: checked, words: begins });
  }
  return assembled(withBalance(withoutConflicts(decided, recipe), recipe));
}

type Decided = {
  source: number;
  itemId: string;
  split: Split;
  keys: readonly string[];
  outcome: Checked | Refusal;
  /** How it begins, which is asked of what is left out alone. */
  words: () => string;
};

function assembled(decided: readonly Decided[]): Assembled {
  const secrets = new Map<SecretKind, number>();
  const rows: AssembledRow[] = [];
  const rejections: RejectedCandidate[] = [];
  const conflicts = findConflicts(decided.flatMap((one) => (isRefusal(one.outcome) ? [] : [taughtBy(one)])));
  for (const { source, itemId, split, keys, outcome, words } of decided) {
    if (isRefusal(outcome))
      rejections.push({ source, itemId, ...outcome, words: masked(words()), sameAs: null });
    else {
      const conflict = conflicts[rows.length] ?? null;
      rows.push({ ...rowOf(outcome, { split, keys }), conflict, source, itemId });
      for (const kind of outcome.secrets) secrets.set(kind, (secrets.get(kind) ?? 0) + 1);
    }
  }
  const placeOf = new Map(rows.map(({ value }, place) => [value.row_id, place]));
  return { rows, rejections: rejections.map((one) => withSame(one, placeOf)), secrets };
}

/** Of a duplicate, the detail is the id of the row that it equals. */
function withSame(rejected: RejectedCandidate, placeOf: ReadonlyMap<unknown, number>): RejectedCandidate {
  if (rejected.reason !== "duplicate" && rejected.reason !== "near_duplicate") return rejected;
  return { ...rejected, sameAs: placeOf.get(rejected.detail) ?? null };
}

/** A label whole; of an answer that somebody else wrote, how it begins. */
function shown({ taught }: Teaching): string {
  return masked(taught.slice(0, MAX_TAUGHT));
}

function masked(words: string): string {
  return maskSecrets(words, SECRET_KINDS).text;
}

function rowOf(
  { rowId, body, weight, posterior, label, teaching, notes, evidence, ...calls }: Checked,
  { split, keys }: Pick<Decided, "split" | "keys">,
): Omit<AssembledRow, "conflict" | "source" | "itemId"> {
  // What a row weighs is kept to three decimals, so that sums in another order make no other row.
  const value = { row_id: rowId, split, weight: Math.round(weight * 1000) / 1000, ...body };
  const { missingCalls = 0, earlierCalls = 0 } = calls;
  return {
    split,
    value,
    posterior,
    ...(label === undefined ? {} : { label }),
    ...(teaching ? { taught: shown(teaching) } : {}),
    notes,
    missingCalls,
    earlierCalls,
    evidence,
    keys,
  };
}

function taughtBy({ source, itemId, outcome }: Decided): Taught {
  if (isRefusal(outcome) || !outcome.teaching) return null;
  return { itemId: splitKey({ source, itemId }), ...outcome.teaching };
}

/** Where the recipe asks for it, no row of a prompt stays whose rows teach different values. */
function withoutConflicts(decided: readonly Decided[], { onConflict }: Recipe): readonly Decided[] {
  if (onConflict !== "reject") return decided;
  const conflicts = findConflicts(decided.map(taughtBy));
  return decided.map((one, place) =>
    isRefusal(one.outcome) || conflicts[place] === null
      ? one
      : { ...one, outcome: refusal("conflict", one.outcome.teaching ? shown(one.outcome.teaching) : "") },
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

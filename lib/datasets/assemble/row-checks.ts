import { NearDuplicates } from "#lib/annotation/learner/near-duplicates.ts";
import type { Recipe, SecretKind } from "#lib/contract/datasets/recipe.ts";
import type { RowNote } from "#lib/contract/datasets/row-notes.ts";
import { type Draft, type Refusal, refusal } from "#lib/datasets/candidate.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { notesOf } from "./row-notes.ts";
import { maskSecretsIn } from "./secrets.ts";
import { promptOf, type Teaching, teachingOf } from "./what-rows-teach.ts";

/** A draft that may become a row. `teaching` is null of rows that teach no value of their source. */
export type Checked = Draft & {
  /** Kinds that were found, masked or not. */
  secrets: readonly SecretKind[];
  notes: readonly RowNote[];
  teaching: Teaching | null;
};

const MAX_ROW_BYTES = 1024 * 1024;
const NONE: ReadonlySet<SecretKind> = new Set();

/** What one row is held against: patterns of secrets, its size, and the rows before it. */
export class RowChecks {
  readonly #recipe: Recipe;
  readonly #seen = new Map<string, string>();
  readonly #near: NearDuplicates | null;
  readonly #ofPrompt = new Map<string, number>();

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.#near = recipe.dedupe.near === undefined ? null : new NearDuplicates(recipe.dedupe.near);
  }

  take(draft: Draft): Checked | Refusal {
    // Before anything is looked for in it. A mask may be longer than what it hides, so the size is asked of the masked row as well.
    const large = tooLarge(canonicalJson(draft.body));
    if (large) return large;
    const { action, kinds } = this.#recipe.secrets;
    const { value, found } = maskSecretsIn(draft.body, kinds);
    if (action === "reject" && found.size > 0) return refusal("secret", [...found].sort().join(", "));
    // Masking keeps the form of a body.
    const body = action === "mask" ? (value as Draft["body"]) : draft.body;
    const notes = notesOf(body, action === "mask" ? NONE : found);
    const refused = this.#empty(notes) ?? this.#duplicate(draft.rowId, body) ?? this.#tooMany(body);
    if (refused) return refused;
    return { ...draft, body, secrets: [...found], notes, teaching: teachingOf({ ...draft, body }) };
  }

  #empty(notes: readonly RowNote[]): Refusal | null {
    if (this.#recipe.onEmpty !== "reject") return null;
    if (notes.includes("empty_question")) return refusal("empty_message", "a question");
    return notes.includes("empty_answer") ? refusal("empty_message", "an answer") : null;
  }

  #duplicate(rowId: string, body: Draft["body"]): Refusal | null {
    const text = canonicalJson(body);
    const large = tooLarge(text);
    if (large) return large;
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

function tooLarge(text: string): Refusal | null {
  const bytes = Buffer.byteLength(text);
  return bytes > MAX_ROW_BYTES ? refusal("too_large", `${bytes} bytes of ${MAX_ROW_BYTES}`) : null;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

import type { StoredPast } from "./key-value-cache.internal.ts";
import type { Row } from "./row.internal.ts";

/** Prompts that are kept for the next completion of their group. */
const PROMPTS = 4;

/** Keys and values of the prompts computed last, so that completions of one group compute theirs once. */
export class PromptStore {
  readonly #pasts = new Map<
    string,
    { readonly promptTokenIds: readonly number[]; readonly past: StoredPast }
  >();

  keep(row: Row, past: StoredPast): void {
    const { promptGroup, promptTokenIds } = row.request;
    if (promptGroup === undefined) return;
    this.#pasts.delete(promptGroup);
    this.#pasts.set(promptGroup, { promptTokenIds, past });
    for (const group of [...this.#pasts.keys()].slice(0, -PROMPTS)) this.#pasts.delete(group);
  }

  find(row: Row): StoredPast | null {
    const { promptGroup, promptTokenIds } = row.request;
    const kept = this.#pasts.get(promptGroup ?? "");
    const isSame =
      promptGroup !== undefined &&
      kept?.promptTokenIds.length === promptTokenIds.length &&
      kept.promptTokenIds.every((id, index) => id === promptTokenIds[index]);
    return kept && isSame ? kept.past : null;
  }

  clear(): void {
    this.#pasts.clear();
  }
}

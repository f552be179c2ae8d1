import { Conflict } from "#lib/platform/errors.ts";

/** What one build may still read: it holds a connection, and what it read in memory. */
export class Budget {
  items: number;
  isSampled = false;
  #bytes = MAX_BYTES;

  constructor(items: number) {
    this.items = items;
  }

  /** As many of the found ones as there is room for. Asking for one more than `items` shows whether there are more. */
  take<T>(found: readonly T[]): T[] {
    const taken = found.slice(0, this.items);
    this.items -= taken.length;
    if (taken.length < found.length) this.isSampled = true;
    return taken;
  }

  hold(contents: Iterable<{ sizeBytes: number }>): void {
    for (const { sizeBytes } of contents) this.#bytes -= sizeBytes;
    if (this.#bytes < 0)
      throw new Conflict(
        `What the recipe reads is larger than ${MAX_BYTES / 1024 / 1024} MiB; use several datasets`,
        { code: "too_large" },
      );
  }
}

const MAX_BYTES = 128 * 1024 * 1024;
/** How many are read before other requests have their turn. */
export const ITEMS_AT_ONCE = 500;

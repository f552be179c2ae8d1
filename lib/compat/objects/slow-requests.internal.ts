import { createHash } from "node:crypto";
import type { SchemaRequest } from "./schema-request.ts";

/** In milliseconds. Afterwards it is tried again: the machine may have been at fault. */
const KEPT = 5 * 60_000;
const MAX_KEPT = 1_000;

/** The first may be the fault of a single odd value, which must not close a question or an evaluation to all others. */
const SECOND = 2;

/** What went over its time lately, by hash: the request itself, and the schema of whose checks two did. */
export class SlowRequests {
  readonly #kept = new Map<string, { times: number; until: number }>();

  has(request: SchemaRequest): boolean {
    if (this.#kept.size === 0) return false;
    if (request.kind === "check" && this.#times(keyOf("schema", request.schema)) >= SECOND) return true;
    return this.#times(keyOf("request", JSON.stringify(request))) > 0;
  }

  add(request: SchemaRequest): void {
    this.#count(keyOf("request", JSON.stringify(request)));
    if (request.kind === "check") this.#count(keyOf("schema", request.schema));
  }

  #times(key: string): number {
    const found = this.#kept.get(key);
    if (!found) return 0;
    // Put last, so that what is asked for most stays longest.
    this.#kept.delete(key);
    if (found.until < Date.now()) return 0;
    this.#kept.set(key, found);
    return found.times;
  }

  #count(key: string): void {
    const times = this.#times(key) + 1;
    this.#kept.set(key, { times, until: Date.now() + KEPT });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function keyOf(kind: string, text: string): string {
  return createHash("sha256").update(kind).update(" ").update(text).digest("base64url");
}

import { Unreadable } from "#lib/platform/errors.ts";
import { JsonScan } from "#lib/platform/json/json-scan.ts";

/** Attributes are flat, so that libraries write documents into them as JSON texts. Reads those of one export, as many values as a body may hold. */
export class JsonTexts {
  #valuesLeft = 1_000_000;

  /** The document that a text holds; anything else, and a document that nests or holds too much, comes back as it is. */
  parsed(value: unknown): unknown {
    if (typeof value !== "string" || !/^\s*[[{]/.test(value) || !this.#isModest(value)) return value;
    try {
      return JSON.parse(value);
    } catch (error) {
      if (error instanceof SyntaxError) return value;
      throw error;
    }
  }

  #isModest(text: string): boolean {
    const scan = new JsonScan();
    try {
      scan.take(Buffer.from(text));
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
    this.#valuesLeft -= scan.nodes;
    return this.#valuesLeft >= 0;
  }
}

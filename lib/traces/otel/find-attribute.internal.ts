import { valueAt } from "#lib/platform/json/value-at.ts";
import { type Attributes, nestAttributes } from "./attributes.internal.ts";

/** Attributes by name, and as a document for names that are prefixes of others. */
export class AttributeTree {
  readonly flat: Attributes;
  readonly nested: Record<string, unknown>;

  constructor(flat: Attributes) {
    this.flat = flat;
    this.nested = nestAttributes(flat);
  }

  /** The value of an attribute, or the document below its name; undefined where neither says anything. */
  get(name: string): unknown {
    const value = this.flat.get(name) ?? valueAt(this.nested, name.split("."));
    return value === null || value === "" ? undefined : value;
  }

  first(names: readonly string[]): unknown {
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  firstText(names: readonly string[]): string | undefined {
    const value = this.first(names);
    return typeof value === "string" ? value : undefined;
  }
}

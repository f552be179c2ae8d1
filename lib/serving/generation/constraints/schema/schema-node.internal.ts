import type { Words } from "../bytes/words.internal.ts";
import type { NumberRule } from "../numbers/number-rule.internal.ts";
import type { BoundedText } from "../text/bounded-text.internal.ts";

/** A compiled schema: the alternatives of a value. */
export type SchemaNode = {
  readonly forms: (Form | NodeForm)[];
  /** The forms, those of other nodes that it refers to among them. */
  alternatives: readonly Form[];
  /** Levels of objects and arrays in the flattest value; infinite if no value fits. */
  height: number;
};

/** Whatever another node allows. */
export type NodeForm = { readonly kind: "node"; readonly node: SchemaNode };

export type Form = LeafForm | ArrayForm | ObjectForm;

export type LeafForm =
  /** One of some values, as they are written. */
  | { readonly kind: "words"; readonly words: Words; readonly height: 0 }
  | { readonly kind: "string"; readonly height: 0 }
  | { readonly kind: "text"; readonly text: BoundedText; readonly height: 0 }
  | { readonly kind: "number"; readonly hasFraction: boolean; readonly height: 0 }
  | { readonly kind: "ruled number"; readonly rule: NumberRule; readonly height: 0 };

export type ArrayForm = {
  readonly kind: "array";
  readonly items: Items;
  readonly minItems: number;
  readonly maxItems: number;
  readonly contains: Contains | null;
  /** No two items are the same. Then they are listed values, all of which these are, or texts of any length. */
  readonly unique: Words | "texts" | null;
  height: number;
};

/** The nodes of the first items, and that of all after them. */
export type Items = { readonly first: readonly SchemaNode[]; readonly rest: SchemaNode };

/** How many items must, and how many may be of a kind. */
export type Contains = {
  /** Items that are of the kind. */
  readonly inside: Items;
  /** Items that are not, where it counts that they are not. */
  readonly outside: Items;
  readonly min: number;
  readonly max: number;
};

export type ObjectForm = {
  readonly kind: "object";
  /** By their spelling; every required key is among them. */
  readonly properties: readonly Property[];
  readonly required: readonly Property[];
  /** Which others an object has to have that has one. */
  readonly dependents: ReadonlyMap<Property, readonly Property[]>;
  /** Values of keys that are not among the properties; null if there may be none. */
  readonly additional: SchemaNode | null;
  /** Keys beside the properties that are of some kinds, each key of one. */
  readonly kinds: readonly KeyKind[];
  readonly minProperties: number;
  readonly maxProperties: number;
  height: number;
};

export type KeyKind = { readonly keys: BoundedText; readonly node: SchemaNode };

export type Property = {
  readonly name: string;
  /** The key as it is written, without its opening quote and with the closing one. */
  readonly spelling: Uint8Array;
  readonly node: SchemaNode;
};

export function itemAt({ first, rest }: Items, index: number): SchemaNode {
  return first[index] ?? rest;
}

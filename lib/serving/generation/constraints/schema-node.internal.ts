import { UnsupportedSchema } from "./unsupported-schema.ts";
import type { Words } from "./words.internal.ts";

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
  | { readonly kind: "number"; readonly hasFraction: boolean; readonly height: 0 };

export type ArrayForm = {
  readonly kind: "array";
  readonly items: SchemaNode;
  readonly minItems: number;
  readonly maxItems: number;
  height: number;
};

export type ObjectForm = {
  readonly kind: "object";
  /** By their spelling; every required key is among them. */
  readonly properties: readonly Property[];
  readonly required: readonly Property[];
  /** Values of keys that are not among the properties; null if there may be none. */
  readonly additional: SchemaNode | null;
  height: number;
};

export type Property = {
  readonly name: string;
  /** The key as it is written, without its opening quote and with the closing one. */
  readonly spelling: Uint8Array;
  readonly node: SchemaNode;
};

/**
 * What may stand at one place together at most, summed over all places of a schema. As many states are looked at for one token in the worst
 * case, while other people's completions wait.
 */
export const MAX_ALTERNATIVES = 2_000;

/** Follows the references of all nodes. */
export function settleAlternatives(nodes: Iterable<SchemaNode>): void {
  let left = MAX_ALTERNATIVES;
  for (const node of nodes) {
    const forms = new Set<Form>();
    const visited = new Set([node]);
    for (const { forms: own } of visited) {
      for (const form of own)
        if (form.kind === "node") visited.add(form.node);
        else forms.add(form);
      if (Math.max(forms.size, visited.size - 1) > left) throw tooMany();
    }
    node.alternatives = [...forms];
    left -= Math.max(1, forms.size, visited.size - 1);
    if (left < 0) throw tooMany();
  }
}

function tooMany(): UnsupportedSchema {
  return new UnsupportedSchema(
    `The schema has more than ${MAX_ALTERNATIVES} alternatives (each property, item and branch counts, and the target of a reference counts at every use); make it smaller`,
  );
}

/** Sets the heights of forms and nodes, the lowest first; they stay infinite where no value of at most `maxHeight` levels fits. */
export function settleHeights(nodes: readonly SchemaNode[], maxHeight: number): void {
  let open = nodes;
  let forms = [...new Set(nodes.flatMap(({ alternatives }) => alternatives))].filter(isContainer);
  for (let height = 0; height <= maxHeight; height++) {
    for (const form of forms) if (fitsIn(form, height)) form.height = height;
    for (const node of open) node.height = Math.min(...node.alternatives.map((form) => form.height));
    open = open.filter(isOpen);
    forms = forms.filter(isOpen);
  }
}

/** Whether what the form needs at least is lower than this. */
function fitsIn(form: ArrayForm | ObjectForm, height: number): boolean {
  if (height === 0) return false;
  if (form.kind === "object") return form.required.every(({ node }) => node.height < height);
  return form.minItems <= form.maxItems && (form.minItems === 0 || form.items.height < height);
}

function isContainer(form: Form): form is ArrayForm | ObjectForm {
  return form.kind === "array" || form.kind === "object";
}

function isOpen({ height }: { height: number }): boolean {
  return height === Number.POSITIVE_INFINITY;
}

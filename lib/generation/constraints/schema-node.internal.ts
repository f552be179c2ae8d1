/** A compiled schema: what a value may be, one or the other. */
export type SchemaNode = {
  readonly forms: readonly Form[];
  /** Levels of objects and arrays that the flattest value takes; infinite where no value fits. */
  height: number;
};

export type Form =
  | { readonly kind: "literal"; readonly bytes: Uint8Array }
  | { readonly kind: "string" }
  | { readonly kind: "number"; readonly hasFraction: boolean }
  | ArrayForm
  | ObjectForm
  /** Whatever another node allows. */
  | { readonly kind: "node"; readonly node: SchemaNode };

export type ArrayForm = {
  readonly kind: "array";
  readonly items: SchemaNode;
  readonly minItems: number;
  readonly maxItems: number;
};

export type ObjectForm = {
  readonly kind: "object";
  /** Every required key is among them. */
  readonly properties: readonly Property[];
  /** Values of keys that are not among the properties; null where there may be none. */
  readonly additional: SchemaNode | null;
};

export type Property = {
  readonly name: string;
  /** The key as it is written, without its opening quote and with the closing one. */
  readonly spelling: Uint8Array;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
};

/** Sets the heights of nodes that refer to one another: each round lowers what the last one made lower, until nothing changes. */
export function settleHeights(nodes: readonly SchemaNode[]): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const node of nodes) {
      const height = Math.min(Number.POSITIVE_INFINITY, ...node.forms.map(heightOf));
      if (height < node.height) {
        node.height = height;
        hasChanged = true;
      }
    }
  }
}

export function heightOf(form: Form): number {
  switch (form.kind) {
    case "literal":
    case "string":
    case "number":
      return 0;
    case "node":
      return form.node.height;
    case "array":
      if (form.minItems > form.maxItems) return Number.POSITIVE_INFINITY;
      return form.minItems === 0 ? 1 : 1 + form.items.height;
    case "object":
      return (
        1 +
        form.properties.reduce(
          (most, { node, isRequired }) => Math.max(most, isRequired ? node.height : 0),
          0,
        )
      );
    default:
      return form satisfies never;
  }
}

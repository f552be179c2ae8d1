import { canStillEnd } from "./array-room.internal.ts";
import { hasRoom } from "./object-room.internal.ts";
import type { ArrayForm, Form, ObjectForm, SchemaNode } from "./schema-node.internal.ts";
import { UnsupportedSchema } from "./unsupported-schema.ts";

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

export function tooMany(): UnsupportedSchema {
  return new UnsupportedSchema(
    `The schema has more than ${MAX_ALTERNATIVES} alternatives (each property, item and branch counts, and the target of a reference counts at every use); make it smaller`,
  );
}

/** Sets the heights of forms and nodes, the lowest first; they stay infinite where no value of at most `maxHeight` levels fits. */
export function settleHeights(nodes: readonly SchemaNode[], maxHeight: number): void {
  let open = nodes;
  let forms = [...new Set(nodes.flatMap(({ alternatives }) => alternatives))].filter(isContainer);
  for (let height = 0; height <= maxHeight; height++) {
    for (const form of forms) if (height > 0 && fitsIn(form, height - 1)) form.height = height;
    for (const node of open) node.height = Math.min(...node.alternatives.map((form) => form.height));
    open = open.filter(isOpen);
    forms = forms.filter(isOpen);
  }
}

/** Whether members of so many levels are enough for a value. */
function fitsIn(form: ArrayForm | ObjectForm, levels: number): boolean {
  return form.kind === "object"
    ? hasRoom(form, levels, { keys: new Set(), others: 0 })
    : canStillEnd(form, levels, { items: 0, inside: 0 });
}

function isContainer(form: Form): form is ArrayForm | ObjectForm {
  return form.kind === "array" || form.kind === "object";
}

function isOpen({ height }: { height: number }): boolean {
  return height === Number.POSITIVE_INFINITY;
}

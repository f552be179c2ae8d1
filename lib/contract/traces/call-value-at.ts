import type { Call } from "./call-fields.ts";

/** What stands at a dotted path below a call, such as `inputs.messages`; `input` is another name for `inputs`. */
export function callValueAt(
  call: { [D in keyof Pick<Call, "inputs" | "output" | "attributes" | "summary">]?: unknown },
  path: string,
): unknown {
  const [first = "", ...rest] = path.split(".");
  const { inputs, output, attributes, summary } = call;
  const documents: { [name: string]: unknown } = { inputs, input: inputs, output, attributes, summary };
  return rest.reduce<unknown>(step, step(documents, first));
}

function step(value: unknown, segment: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
  // Arrays are objects whose names are their indexes.
  return Object.getOwnPropertyDescriptor(value, segment)?.value;
}

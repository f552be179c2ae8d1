import { withInner } from "./schema/inner-schemas.internal.ts";
import { isSchema } from "./schema/part.internal.ts";

/** The schema as it stands at a place of another one: what it refers to in itself, it finds there. `pointer` is a JSON pointer. */
export function movedSchema(schema: unknown, pointer: string): unknown {
  if (!isSchema(schema)) return schema;
  const { $ref } = schema;
  const moved = withInner(schema, (inner) => movedSchema(inner, pointer));
  const isOwn = typeof $ref === "string" && ($ref === "#" || $ref.startsWith("#/"));
  return isOwn ? { ...moved, $ref: `#${pointer}${$ref.slice(1)}` } : moved;
}

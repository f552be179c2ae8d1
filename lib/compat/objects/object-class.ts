import { isDict } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";

/** What kind of thing a value is, as far as it says so itself. */
type ObjectClass = { kind: "op" | "object"; base: string | null; leaf: string | null };

export const ANNOTATION_SPEC = "AnnotationSpec";

export function objectClassOf(val: unknown): ObjectClass {
  if (!isDict(val)) return { kind: "object", base: null, leaf: null };
  const leaf = className(val._class_name);
  return { kind: isOp(val) ? "op" : "object", base: baseOf(val, leaf), leaf };
}

function isOp(val: Record<string, unknown>): boolean {
  return val._type === "CustomWeaveType" && isDict(val.weave_type) && val.weave_type.type === "Op";
}

/** The class just below the common ones; a class that is one itself is its own base. */
function baseOf({ _bases: bases }: Record<string, unknown>, leaf: string | null): string | null {
  if (!Array.isArray(bases) || bases.at(-1) !== "BaseModel") return null;
  if (bases.at(-2) !== "Object" && bases.at(-2) !== "BaseObject") return null;
  return bases.length > 2 ? className(bases.at(-3)) : leaf;
}

function className(name: unknown): string | null {
  return typeof name === "string" && name.length <= 255 && isStorableText(name) ? name : null;
}

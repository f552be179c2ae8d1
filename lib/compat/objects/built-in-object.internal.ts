import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requireFitSchema } from "./check-schema.ts";
import { ANNOTATION_SPEC, objectClassOf } from "./object-class.ts";

/** The value as an object of the named class, or as it came where none is named. What says that it is an annotation spec must be one. */
export async function builtInObject(val: unknown, builtInClass: string | undefined): Promise<unknown> {
  if (builtInClass === undefined) {
    if (objectClassOf(val).base === ANNOTATION_SPEC) await requireAnnotationSpec(val);
    return val;
  }
  if (!isDict(val)) throw new Rejected(`The val of a ${builtInClass} must be an object`);
  if (builtInClass === ANNOTATION_SPEC) await requireAnnotationSpec(val);
  const defaults = builtInClass === ANNOTATION_SPEC ? SPEC_DEFAULTS : {};
  return {
    ...defaults,
    ...val,
    _type: builtInClass,
    _class_name: builtInClass,
    _bases: ["BaseObject", "BaseModel"],
  };
}

const SPEC_DEFAULTS = {
  name: null,
  description: null,
  field_schema: {},
  unique_among_creators: false,
  op_scope: null,
};

type Check = { isRight: (value: unknown) => boolean; says: string };

const isText = (value: unknown) => typeof value === "string";
const SPEC_FIELDS: Record<string, Check> = {
  name: { isRight: isText, says: "a string" },
  description: { isRight: isText, says: "a string" },
  unique_among_creators: { isRight: (value) => typeof value === "boolean", says: "a boolean" },
  op_scope: {
    isRight: (value) => Array.isArray(value) && value.every(isText),
    says: "a list of op references",
  },
};

async function requireAnnotationSpec(val: unknown): Promise<void> {
  if (!isDict(val)) throw new Rejected("The val of an AnnotationSpec must be an object");
  for (const [field, { isRight, says }] of Object.entries(SPEC_FIELDS)) {
    const value = val[field] ?? null;
    if (value !== null && !isRight(value))
      throw new Rejected(`${field} of an AnnotationSpec must be ${says}`);
  }
  await requireFitSchema(val.field_schema ?? {});
}

import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/db/database.ts";
import { Rejected } from "#lib/errors.ts";
import { compileFieldSchema } from "#lib/objects/field-schema.ts";
import { findObjectVersion, type ObjectVersion } from "#lib/objects/find-object.ts";
import { parseRef } from "#lib/refs/ref.ts";

/** The live object version that a reference names in its project, or null. */
export type SpecFinder = (ref: string) => ObjectVersion | null;

/** Reads the specs that references name, each once however many items carry it. */
export async function loadSpecs(db: Db, projectId: string, refs: ReadonlySet<string>): Promise<SpecFinder> {
  const specs = new Map<string, ObjectVersion | null>();
  for (const text of refs) {
    const ref = parseRef(text);
    if (ref?.digest) specs.set(text, await findObjectVersion(db, projectId, ref.name, ref.digest));
  }
  return (text) => specs.get(text) ?? null;
}

/** Throws `Rejected` where a value does not fit the schema of its spec. */
export function checkAnnotationValue(spec: ObjectVersion, value: unknown): void {
  if (spec.baseObjectClass !== "AnnotationSpec" || !isDict(spec.val))
    throw new Rejected(`Object ${spec.objectId}:${spec.digest} is not an AnnotationSpec`);
  const schema = spec.val.field_schema;
  if (schema === undefined || schema === null) return;
  const validate = validatorOf(schema);
  if (isFit(validate, value, spec)) return;
  const [problem] = validate.errors ?? [];
  const where = problem?.instancePath ? ` at ${problem.instancePath}` : "";
  throw new Rejected(
    `Feedback payload does not match annotation spec ${spec.objectId}: the value${where} ${problem?.message ?? "is refused"}`,
  );
}

function isFit(validate: Validator, value: unknown, { objectId }: ObjectVersion): boolean {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Rejected(
        `The schema of annotation spec ${objectId} refers to itself without end; correct it`,
      );
    throw error;
  }
}

type Validator = ReturnType<typeof compileFieldSchema>;

const MOST_VALIDATORS = 500;
/** By the text of the schema, as compiling one takes longer than checking thousands of values. */
const validators = new Map<string, Validator>();

function validatorOf(schema: unknown): Validator {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const made = compileFieldSchema(schema);
  const [oldest] = validators.keys();
  if (validators.size >= MOST_VALIDATORS && oldest !== undefined) validators.delete(oldest);
  validators.set(key, made);
  return made;
}

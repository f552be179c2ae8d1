import { findValueFaults } from "#lib/compat/objects/check-schema.ts";
import { findObjectVersion, type ObjectVersion } from "#lib/compat/objects/find-object.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";

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

/** A value under the object that its reference names, which should be an annotation spec. */
export type SpecValue = { readonly spec: ObjectVersion; readonly value: unknown };

/** The faults of each value by the schema of its spec, in order. Throws `Rejected` if the check takes too long. */
export async function findAnnotationFaults(sent: readonly SpecValue[]): Promise<(string | null)[]> {
  const faults: (string | null)[] = sent.map(({ spec }) =>
    isSpec(spec) ? null : `Object ${spec.objectId}:${spec.digest} is not an AnnotationSpec`,
  );
  const places = Map.groupBy(sent.keys(), (index) => sent[index]?.spec);
  for (const [spec, indexes] of places) {
    const schema = spec && isSpec(spec) ? spec.val.field_schema : null;
    if (schema === undefined || schema === null) continue;
    const found = await findValueFaults(
      schema,
      indexes.map((index) => sent[index]?.value),
    );
    for (const [at, fault] of found.entries())
      if (fault !== null)
        faults[indexes[at] ?? 0] =
          `Feedback payload does not match annotation spec ${spec?.objectId}: the value ${fault}`;
  }
  return faults;
}

function isSpec(spec: ObjectVersion): spec is ObjectVersion & { val: Record<string, unknown> } {
  return spec.baseObjectClass === "AnnotationSpec" && isDict(spec.val);
}

import type { Project } from "#lib/access/context.ts";
import { refFault } from "#lib/compat/refs/ref-fault.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { findAnnotationFaults, loadSpecs, type SpecValue } from "./annotation-specs.internal.ts";

/**
 * Holds values against the schemas of their fields, as those of annotations are: what is wrong with each that does not fit, by the
 * reference of its field. A reference that names no annotation spec of the project is a fault, too.
 */
export async function findFieldFaults(
  db: Db,
  project: Project,
  values: ReadonlyMap<string, unknown>,
): Promise<Map<string, string>> {
  const findSpec = await loadSpecs(db, project.id, new Set(values.keys()));
  const faults = new Map<string, string>();
  const known: (SpecValue & { ref: string })[] = [];
  for (const [ref, value] of values) {
    const spec = findSpec(ref);
    const fault =
      refFault(ref, project.path) ??
      (spec ? null : `annotation spec ${ref} not found in project ${project.path}`);
    if (fault !== null) faults.set(ref, fault);
    else if (spec) known.push({ ref, spec, value });
  }
  const found = await findAnnotationFaults(known);
  for (const [index, { ref }] of known.entries()) {
    const fault = found[index] ?? null;
    if (fault !== null) faults.set(ref, fault);
  }
  return faults;
}

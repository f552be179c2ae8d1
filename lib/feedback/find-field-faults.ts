import type { Project } from "#lib/context.ts";
import type { Db } from "#lib/db/database.ts";
import { Rejected } from "#lib/errors.ts";
import { runWithin } from "#lib/objects/run-within.ts";
import { refFault } from "#lib/refs/ref-fault.ts";
import { checkAnnotationValue, loadSpecs } from "./annotation-specs.internal.ts";
import { CHECK_WITHIN_MS, TOO_SLOW } from "./store-feedback.internal.ts";

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
  const faultOf = (ref: string, value: unknown): string | null => {
    const fault = refFault(ref, project.path);
    if (fault) return fault;
    const spec = findSpec(ref);
    if (!spec) return `annotation spec ${ref} not found in project ${project.path}`;
    try {
      checkAnnotationValue(spec, value);
      return null;
    } catch (error) {
      if (error instanceof Rejected) return error.message;
      throw error;
    }
  };
  const check = () =>
    [...values].flatMap(([ref, value]): [string, string][] => {
      const fault = faultOf(ref, value);
      return fault === null ? [] : [[ref, fault]];
    });
  return new Map(runWithin(CHECK_WITHIN_MS, check, TOO_SLOW));
}

import { createObject } from "#lib/contract/compat/objects.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** Keeps a version of an object over HTTP. */
export function keepObject(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  obj: { objectId: string; val: unknown; builtinObjectClass?: string; expectedDigest?: string },
): Promise<{ digest: string; objectId: string }> {
  return api.call(caller, createObject, { obj: { projectId: project.path, ...obj } });
}

/** Keeps an annotation spec whose values must fit `fieldSchema`. */
export function keepSpec(
  api: Harness,
  place: { project: TestProject; caller: Caller },
  { name, fieldSchema }: { name: string; fieldSchema: Record<string, unknown> },
): Promise<{ digest: string; objectId: string }> {
  const val = { name, field_schema: fieldSchema };
  return keepObject(api, place, { objectId: name, val, builtinObjectClass: "AnnotationSpec" });
}

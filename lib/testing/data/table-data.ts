import { createTable } from "#lib/contract/compat/tables.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { keepObject } from "./object-data.ts";

type Place = { project: TestProject; caller: Caller };

/** Keeps a table over HTTP. */
export function keepTable(
  api: Harness,
  { project, caller }: Place,
  rows: Record<string, unknown>[],
): Promise<{ digest: string; rowDigests: string[] }> {
  return api.call(caller, createTable, { table: { projectId: project.path, rows } });
}

/** Publishes a version of a dataset as the Weave SDK does: a table, and an object that names it. */
export async function publish(
  api: Harness,
  place: Place,
  { name, rows, ...val }: { name: string; rows: Record<string, unknown>[]; description?: string },
): Promise<{ digest: string }> {
  const table = await keepTable(api, place, rows);
  const ref = `weave:///${place.project.path}/table/${table.digest}`;
  const bases = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  return keepObject(api, place, { objectId: name, val: { ...bases, name, ...val, rows: ref } });
}

/** The place on the wire of one published dataset with a version. */
export async function aPublishedIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; name: string; version: string }> {
  await publish(api, place, { name: "talks", rows: [{ prompt: "a", completion: "b" }] });
  return { project_id: place.project.path, name: "talks", version: "v0" };
}

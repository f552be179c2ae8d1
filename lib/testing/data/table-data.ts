import { createTable } from "#lib/contract/compat/tables.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** Keeps a table over HTTP. */
export function keepTable(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  rows: Record<string, unknown>[],
): Promise<{ digest: string; rowDigests: string[] }> {
  return api.call(caller, createTable, { table: { projectId: project.path, rows } });
}

import { createContentFile } from "#lib/contract/compat/content-files.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

type Sent = { content: string | Uint8Array<ArrayBuffer>; filename?: string; expectedDigest?: string };

/** Sends a file as tracing clients do. */
export function sendContentFile(
  api: Harness,
  { project, caller }: { project: Pick<TestProject, "path">; caller: Caller },
  { content, filename = "blob", expectedDigest }: Sent,
): Promise<Response> {
  const form = new FormData();
  form.set("project_id", project.path);
  if (expectedDigest !== undefined) form.set("expected_digest", expectedDigest);
  form.set("file", new Blob([content]), filename);
  const address = `${api.url}/api${createContentFile.path}`;
  return fetch(address, { method: "POST", headers: caller.headers, body: form });
}

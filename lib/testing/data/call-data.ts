import type { InputOf } from "#lib/contract/endpoint.ts";
import * as contract from "#lib/contract/traces/calls.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** A new project with an engineer who records calls there. */
export async function aRecorder(api: Harness): Promise<{ project: TestProject; caller: Caller }> {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project) };
}

/** A start on the wire; `more` wins. */
export function aStart(project: TestProject, more: Record<string, unknown> = {}) {
  return {
    project_id: project.path,
    id: newId(),
    trace_id: newId(),
    op_name: "answer",
    started_at: "2026-01-01T00:00:00Z",
    attributes: {},
    inputs: {},
    ...more,
  };
}

/** Records calls from start to end over HTTP, each `more` on top of a call of its own; gives their ids. */
export async function recordCalls(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  calls: Record<string, unknown>[],
): Promise<string[]> {
  const batch = calls.map((more, i) => {
    const second = String(i % 60).padStart(2, "0");
    const [startedAt, endedAt] = [`2026-01-01T00:00:${second}Z`, `2026-01-01T00:01:${second}Z`];
    return aStart(project, { started_at: startedAt, ended_at: endedAt, ...more });
  });
  const { entity, name } = project;
  const { errors } = await api.call(caller, contract.completeCalls, { entity, project: name, batch });
  if (errors) throw new Error(`The calls of a test were not stored: ${JSON.stringify(errors)}`);
  return batch.map((call) => call.id);
}

type Read = InputOf<typeof contract.streamCalls>;

/** The calls that a caller reads. */
export function readCalls(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  input: Partial<Read> = {},
) {
  return api.callAll(caller, contract.streamCalls, { projectId: project.path, ...input });
}

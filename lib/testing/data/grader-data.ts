import { Grader } from "#lib/contract/evaluation/grader.ts";
import * as contract from "#lib/contract/evaluation/graders.ts";
import { measureGrader } from "#lib/contract/evaluation/judges.ts";
import * as z from "#lib/contract/zod.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { aQueueIn } from "./queue-data.ts";

/** A grader on the wire: the answer is the reference. */
export const EXACT = {
  type: "string_check",
  input: "{{sample.output_text}}",
  reference: "{{item.reference}}",
  operation: "eq",
};

export function readGrader(wire: unknown): Grader {
  return z.decode(Grader, wire);
}

/** A stored grader, as an endpoint's input names it. */
export async function aGraderIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  { name = `exact ${newId()}`, grader = EXACT as unknown } = {},
): Promise<{ project_id: string; grader_id: string }> {
  const created = await api.call(caller, contract.createGrader, {
    projectId: project.path,
    name,
    description: "",
    grader: readGrader(grader),
  });
  return { project_id: project.path, grader_id: created.grader.id };
}

/** The input on the wire of a measurement of a grader that judges pairs, against a queue of pairs without any. */
export async function aMeasurableIn(
  api: Harness,
  place: { project: TestProject; caller: Caller },
): Promise<{ project_id: string; grader_id: string; queue_id: string; limit: number }> {
  const grader = { ...EXACT, input: "{{item.first}}", reference: "{{item.second}}" };
  const { queueId } = await aQueueIn(api, place, "Pairs", "pairwise");
  return { ...(await aGraderIn(api, place, { grader })), queue_id: queueId, limit: 5 };
}

/** The ids on the wire of such a measurement. */
export async function aMeasurementIn(
  api: Harness,
  place: { project: TestProject; caller: Caller },
): Promise<{ project_id: string; grader_id: string; measurement_id: string }> {
  const { project_id, grader_id, queue_id } = await aMeasurableIn(api, place);
  const input = { projectId: project_id, graderId: grader_id, queueId: queue_id, limit: 1 };
  const { measurement } = await api.call(place.caller, measureGrader, input);
  return { project_id, grader_id, measurement_id: measurement.id };
}

import { Grader } from "#lib/contract/evaluation/grader.ts";
import * as contract from "#lib/contract/evaluation/graders.ts";
import * as z from "#lib/contract/zod.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

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

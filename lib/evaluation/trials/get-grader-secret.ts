import type { Ctx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { signingSecret } from "#lib/evaluation/services/signing-secret.ts";

export async function getGraderSecret({ project }: Ctx): Promise<ReplyOf<typeof contract.getGraderSecret>> {
  return { signingSecret: signingSecret(project.id) };
}

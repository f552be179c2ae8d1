import type { Ctx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { getRetention as contract } from "#lib/contract/traces/retention.ts";
import { findRetention } from "./retention-records.internal.ts";

export async function getRetention({ db, project }: Ctx): Promise<ReplyOf<typeof contract>> {
  return { retention: await findRetention(db, project.id) };
}

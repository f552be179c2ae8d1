import type { AccountCtx } from "#lib/access/context.ts";
import type { listAccounts as contract } from "#lib/contract/access/people.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { findAccounts } from "./find-accounts.internal.ts";
import { requireInstanceAdmin } from "./require-instance-admin.internal.ts";

export async function listAccounts({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  requireInstanceAdmin(actor);
  return { accounts: await findAccounts(db) };
}

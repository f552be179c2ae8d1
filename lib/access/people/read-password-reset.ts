import type { OpenCtx } from "#lib/access/context.ts";
import type { readPasswordReset as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requirePasswordReset } from "./require-password-reset.internal.ts";

export async function readPasswordReset(
  { db }: OpenCtx,
  { token }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { email, expiresAt } = await requirePasswordReset(db, token);
  return { email, expiresAt };
}

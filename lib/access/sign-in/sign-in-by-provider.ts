import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { findPerson } from "#lib/access/oidc/find-person.ts";
import { followGroups } from "#lib/access/oidc/follow-groups.ts";
import type { Claims } from "#lib/access/oidc/oidc-provider.ts";
import type { OidcSettings } from "#lib/access/oidc/oidc-settings.ts";
import { noteSeen } from "#lib/access/sessions/session-token.ts";
import type { ProviderProblem } from "#lib/contract/access/sign-in.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { SignedIn } from "./sign-in.ts";

type Asked = { db: Db; requestId: string; address: string };

/** Signs in the person whom a provider vouches for, with the roles of their groups; or says why not. Both are audited. */
export async function signInByProvider(
  { db, requestId, address }: Asked,
  claims: Claims,
  settings: OidcSettings,
): Promise<SignedIn | ProviderProblem> {
  const person = await findPerson(db, claims, settings);
  if (typeof person === "string") {
    const details = { address, way: "provider", problem: person };
    const failed = { action: "sign_in.failed", outcome: "refused", details } as const;
    await recordAudit({ db, actor: null, requestId }, failed);
    return person;
  }
  const { id, name, email, isInstanceAdmin, defaultEntity } = person;
  const actor = { userId: id, name, email, isInstanceAdmin, defaultEntity, key: null };
  const details = { address, way: "provider" };
  await recordAudit({ db, actor, requestId }, { action: "sign_in.succeeded", target: id, details });
  const ctx = { db, requestId, actor, signal: new AbortController().signal };
  await followGroups(ctx, { roles: settings.roles, groups: groupsIn(claims[settings.groupsClaim]) });
  await noteSeen(db, id);
  // A role that was taken away has ended the sessions before this one.
  const { sessionVersion } = await db.prisma.user.findUniqueOrThrow({ where: { id } });
  return { id, sessionVersion };
}

/** Providers send a list, or one group as a text. */
function groupsIn(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === "string");
}

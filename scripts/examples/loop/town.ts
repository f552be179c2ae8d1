import { call } from "#lib/client/call.ts";
import { getMe } from "#lib/contract/access/accounts.ts";
import { createKey } from "#lib/contract/access/keys.ts";
import { acceptInvitation, createInvitation } from "#lib/contract/access/members.ts";
import { createProject } from "#lib/contract/access/projects.ts";
import type { KeyScope } from "#lib/contract/access.ts";
import { newId } from "#lib/platform/ids.ts";
import { sessionHeaders } from "../../../e2e/support/session.ts";
import { openService, type Service } from "../service.ts";

/** Somebody who answers in queues, with an account and a key of their own. */
export type Annotator = { readonly name: string; readonly userId: string; readonly service: Service };

/** A project of its own in a running service, who leads it, and who annotates there. */
export type Town = {
  readonly projectId: string;
  readonly entity: string;
  readonly project: string;
  readonly lead: Service;
  readonly annotators: readonly Annotator[];
};

export type Target = {
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
};

const ENTITY = "loop-example";

/** Makes the project, and an account for each name, as the pages of the settings do. */
export async function openTown({ url, admin }: Target, names: readonly string[]): Promise<Town> {
  const headers = await sessionHeaders(admin, url);
  const project = `town-${newId().slice(-8)}`;
  await call(createProject, { entity: ENTITY, name: project }, { baseUrl: url, headers });
  const place = { entity: ENTITY, project, projectId: `${ENTITY}/${project}` };
  const lead = await withKey(url, headers, ["read", "write", "manage"]);
  const annotators = [];
  for (const name of names) annotators.push(await anAnnotator(url, headers, { ...place, name }));
  return { ...place, lead, annotators };
}

type Invited = { entity: string; project: string; projectId: string; name: string };

async function anAnnotator(
  url: string,
  adminHeaders: Record<string, string>,
  { entity, project, projectId, name }: Invited,
): Promise<Annotator> {
  const person = {
    email: `${name.toLowerCase()}-${newId()}@example.com`,
    password: `the long password of ${name}`,
  };
  const invited = { entity, project, email: person.email, role: "annotator" } as const;
  const { token } = await call(createInvitation, invited, { baseUrl: url, headers: adminHeaders });
  await call(acceptInvitation, { token, name, password: person.password }, { baseUrl: url });
  const headers = await sessionHeaders(person, url);
  const { userId } = await call(getMe, {}, { baseUrl: url, headers });
  return { name, userId, service: await withKey(url, headers, ["annotate"], [projectId]) };
}

async function withKey(
  url: string,
  headers: Record<string, string>,
  scopes: KeyScope[],
  projectIds: string[] = [],
): Promise<Service> {
  const wanted = { name: "example:loop", scopes, projectIds, expiresInDays: 1 };
  const { key } = await call(createKey, wanted, { baseUrl: url, headers });
  return openService({ url, key });
}

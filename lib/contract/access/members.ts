import { ROLES } from "#lib/contract/access.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, list, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { email } from "./email.ts";
import { PROJECT_PARAMS } from "./projects.ts";

/** Where a role comes from: admins of the entity and of the instance are admins of each of its projects. */
const MEMBER_SOURCES = ["project", "entity", "instance"] as const;

export const Member = wireObject({
  userId: text(),
  email: text(),
  name: text(),
  role: oneOf(ROLES),
  source: oneOf(MEMBER_SOURCES),
  /** A disabled account keeps its memberships and can do nothing. */
  isDisabled: bool,
  joinedAt: timestamp,
});

const params = wireObject(PROJECT_PARAMS);
const memberParams = wireObject({ ...PROJECT_PARAMS, userId: identifier() });
const invitationParams = wireObject({ ...PROJECT_PARAMS, invitationId: identifier() });
const projectAt = "{entity}/{project}";

export const listMembers = endpoint({
  operationId: "listMembers",
  group: "accounts",
  summary: "Who may use the project, by name",
  method: "GET",
  path: "/projects/{entity}/{project}/members",
  auth: ["session"],
  needs: "members:read",
  projectAt,
  input: { params },
  reply: wireObject({ members: list(Member) }),
  example: { entity: "local", project: "playground" },
});

export const updateMember = endpoint({
  operationId: "updateMember",
  group: "accounts",
  summary: "Change a member's role",
  description: "Takes effect at the member's next request. The last admin of a project keeps the role: 409.",
  method: "PUT",
  path: "/projects/{entity}/{project}/members/{user_id}",
  auth: ["session"],
  needs: "members:manage",
  projectAt,
  input: { params: memberParams, body: wireObject({ role: oneOf(ROLES) }) },
  reply: Member,
  statuses: [404, 409],
  example: {
    entity: "local",
    project: "playground",
    user_id: "0199c0de-0000-7000-8000-000000000001",
    role: "engineer",
  },
});

export const removeMember = endpoint({
  operationId: "removeMember",
  group: "accounts",
  summary: "Remove a member from the project",
  description:
    "Takes effect at the member's next request. The last admin of a project cannot be removed: 409.",
  method: "DELETE",
  path: "/projects/{entity}/{project}/members/{user_id}",
  auth: ["session"],
  needs: "members:manage",
  projectAt,
  input: { params: memberParams },
  reply: wireObject({}),
  statuses: [404, 409],
  example: { entity: "local", project: "playground", user_id: "0199c0de-0000-7000-8000-000000000001" },
});

export const Invitation = wireObject({
  id: text(),
  email: text(),
  role: oneOf(ROLES),
  state: oneOf(["pending", "accepted", "revoked", "expired"]),
  /** The name of the one who invited. */
  createdBy: text(),
  createdAt: timestamp,
  expiresAt: timestamp,
  acceptedAt: maybe(timestamp),
});

export const listInvitations = endpoint({
  operationId: "listInvitations",
  group: "accounts",
  summary: "The project's invitations, newest first",
  method: "GET",
  path: "/projects/{entity}/{project}/invitations",
  auth: ["session"],
  needs: "members:manage",
  projectAt,
  input: { params },
  reply: wireObject({ invitations: list(Invitation) }),
  example: { entity: "local", project: "playground" },
});

/** How long the link of an invitation works. */
export const INVITATION_HOURS = 72;

export const createInvitation = endpoint({
  operationId: "createInvitation",
  group: "accounts",
  summary: "Invite someone to the project",
  description:
    "The token is only in this response. Send the invited person the page /invitations/<token>. It works once, for " +
    `${INVITATION_HOURS} hours. ` +
    "Revokes an earlier pending invitation of the same address. Inviting a member is 409.",
  method: "POST",
  path: "/projects/{entity}/{project}/invitations",
  auth: ["session"],
  needs: "members:manage",
  projectAt,
  input: { params, body: wireObject({ email, role: oneOf(ROLES) }) },
  reply: wireObject({ invitation: Invitation, token: text() }),
  statuses: [409],
  example: { entity: "local", project: "playground", email: "grace@example.com", role: "annotator" },
});

export const revokeInvitation = endpoint({
  operationId: "revokeInvitation",
  group: "accounts",
  summary: "Revoke an invitation",
  description: "An accepted invitation is 409: remove the member instead. Revoking again changes nothing.",
  method: "DELETE",
  path: "/projects/{entity}/{project}/invitations/{invitation_id}",
  auth: ["session"],
  needs: "members:manage",
  projectAt,
  input: { params: invitationParams },
  reply: wireObject({}),
  statuses: [404, 409],
  example: {
    entity: "local",
    project: "playground",
    invitation_id: "0199c0de-0000-7000-8000-000000000002",
  },
});

/** 32 random bytes as base64url. */
const token = identifier(64);

export const readInvitation = endpoint({
  operationId: "readInvitation",
  group: "accounts",
  summary: "What an invitation offers",
  description: "404 for a token that is unknown, revoked or expired; 409 for one that was used.",
  method: "POST",
  path: "/invitations/read",
  auth: [],
  needs: null,
  input: { body: wireObject({ token }) },
  reply: wireObject({
    email: text(),
    projectId: text(),
    role: oneOf(ROLES),
    invitedBy: text(),
    expiresAt: timestamp,
    /** Whether the address has an account, which then proves its own password instead of choosing one. */
    hasAccount: bool,
    /** A disabled account joins nothing; an admin of the server can enable it. */
    isDisabled: bool,
    /** Names of some who can make a link by which the account's forgotten password is replaced. */
    resetBy: list(text()),
  }),
  statuses: [404, 409],
  example: { token: "Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHkuLi4uLi4" },
});

export const acceptInvitation = endpoint({
  operationId: "acceptInvitation",
  group: "accounts",
  summary: "Accept an invitation",
  description:
    "For a new address, send a name and a password. For an address with an account, send that account's password, or nothing if its own " +
    "session sends the request. This does not sign anyone in. 400 says what is missing or wrong; a used token is 409.",
  method: "POST",
  path: "/invitations/accept",
  auth: [],
  needs: null,
  input: {
    body: wireObject({ token, name: maybe(identifier(120)), password: maybe(text({ min: 1, max: 1024 })) }),
  },
  reply: wireObject({ email: text(), projectId: text(), role: oneOf(ROLES) }),
  statuses: [404, 409, 429],
  example: {
    token: "Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHkuLi4uLi4",
    name: "Grace",
    password: "staple that stays put",
  },
});

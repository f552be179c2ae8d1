import { ROLES } from "#lib/contract/access.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, integer, list, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { newPassword } from "./accounts.ts";
import { PROJECT_PARAMS } from "./projects.ts";

export const Account = wireObject({
  userId: text(),
  email: text(),
  name: text(),
  isInstanceAdmin: bool,
  /** A disabled account keeps its memberships and can do nothing. */
  isDisabled: bool,
  disabledAt: maybe(timestamp),
  createdAt: timestamp,
  /** When a session or a key of theirs was used last, to within minutes; absent where none ever was. */
  lastSeenAt: maybe(timestamp),
  entities: list(wireObject({ name: text(), isAdmin: bool })),
  /** The projects that they are a member of; those that come with an entity or the instance are not among them. */
  projects: list(wireObject({ projectId: text(), role: oneOf(ROLES) })),
  /** Keys that are neither revoked nor expired. */
  keys: integer(),
});

const accountParams = wireObject({ userId: identifier() });
const SOMEONE = "0199c0de-0000-7000-8000-000000000001";

export const listAccounts = endpoint({
  operationId: "listAccounts",
  group: "accounts",
  summary: "Everybody who has an account on this server, by name",
  description: "Only admins of the instance may.",
  method: "GET",
  path: "/accounts",
  auth: ["session"],
  needs: null,
  input: {},
  reply: wireObject({ accounts: list(Account) }),
});

export const updateAccount = endpoint({
  operationId: "updateAccount",
  group: "accounts",
  summary: "Disable or enable an account, or make it an admin of the instance",
  description:
    "Only admins of the instance may; what is left out stays. Disabling ends the sessions, keys and streams of the account within seconds and gives " +
    "back the items that it holds; what it recorded and answered stays. Enabled again, its keys work again and its user signs in anew. " +
    "The last active admin of the instance, and the caller's own account, are not disabled: 409.",
  method: "PUT",
  path: "/accounts/{user_id}",
  auth: ["session"],
  needs: null,
  input: {
    params: accountParams,
    body: wireObject({ isDisabled: maybe(bool), isInstanceAdmin: maybe(bool) }),
  },
  reply: Account,
  statuses: [404, 409],
  example: { user_id: SOMEONE, is_disabled: true },
});

export const updateEntityMember = endpoint({
  operationId: "updateEntityMember",
  group: "accounts",
  summary: "Make a member of an entity its admin, or a plain member again",
  description:
    "Admins of the entity may, for its members; admins of the instance may for everybody. An admin of an entity is admin of each of its projects " +
    "and creates new ones. The last active admin stays: 409.",
  method: "PUT",
  path: "/entities/{entity}/members/{user_id}",
  auth: ["session"],
  needs: null,
  input: {
    params: wireObject({ entity: PROJECT_PARAMS.entity, userId: identifier() }),
    body: wireObject({ isAdmin: bool }),
  },
  reply: wireObject({ entity: text(), userId: text(), isAdmin: bool }),
  statuses: [404, 409],
  example: { entity: "local", user_id: SOMEONE, is_admin: true },
});

/** How long the link to a new password works. */
export const PASSWORD_RESET_HOURS = 24;

export const createPasswordReset = endpoint({
  operationId: "createPasswordReset",
  group: "accounts",
  summary: "Make a link by which someone who forgot their password chooses a new one",
  description:
    "The token is shown in this answer only: hand the person the page /password-resets/<token>. It works once, for " +
    `${PASSWORD_RESET_HOURS} hours; an earlier link of the ` +
    "same account stops working. Admins of the instance may for everybody; an admin of entities for those who belong to these alone. " +
    "A disabled account is 409.",
  method: "POST",
  path: "/accounts/{user_id}/password_resets",
  auth: ["session"],
  needs: null,
  input: { params: accountParams, body: wireObject({}) },
  reply: wireObject({ token: text(), email: text(), expiresAt: timestamp }),
  statuses: [404, 409],
  example: { user_id: SOMEONE },
});

/** 32 random bytes as base64url. */
const token = identifier(64);
const TOKEN = "Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHkuLi4uLi4";

export const readPasswordReset = endpoint({
  operationId: "readPasswordReset",
  group: "accounts",
  summary: "Whose password a link replaces",
  description: "404 for a token that is unknown, replaced or expired; 409 for one that was used.",
  method: "POST",
  path: "/password_resets/read",
  auth: [],
  needs: null,
  input: { body: wireObject({ token }) },
  reply: wireObject({ email: text(), expiresAt: timestamp }),
  statuses: [404, 409],
  example: { token: TOKEN },
});

export const resetPassword = endpoint({
  operationId: "resetPassword",
  group: "accounts",
  summary: "Choose a new password by a link",
  description:
    "Ends every session of the account; keys go on working. Nobody is signed in by this. 404 and 409 as when it is read; a password that is among " +
    "the most common is 422.",
  method: "POST",
  path: "/password_resets/use",
  auth: [],
  needs: null,
  input: { body: wireObject({ token, password: newPassword }) },
  reply: wireObject({ email: text() }),
  statuses: [404, 409],
  example: { token: TOKEN, password: "staple that stays put" },
});

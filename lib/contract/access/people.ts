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
  summary: "Lists the accounts of this server, by name",
  description: "Only for admins of the instance.",
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
    "Only for admins of the instance. Absent fields do not change. Disabling ends the sessions, keys and streams of the account within seconds and releases " +
    "its reserved items; its calls and answers are kept. After it is enabled again, its keys work again and its user can sign in. " +
    "The last active admin of the instance and the caller's own account cannot be disabled: 409.",
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
    "For admins of the entity, for its members; for admins of the instance, for everyone. An admin of an entity is admin of each of its projects " +
    "and can create new ones. The last active admin cannot be changed: 409.",
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
  summary: "Create a link to reset a password",
  description:
    "The token is only in this response. Send the person the page /password-resets/<token>. It works once, for " +
    `${PASSWORD_RESET_HOURS} hours; an earlier link of the ` +
    "same account stops working. For admins of the instance, for everyone; for admins of entities, for people who belong only to those entities. " +
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
  summary: "Read whose password a link resets",
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
  summary: "Set a new password with a link",
  description:
    "Ends all sessions of the account; API keys keep working. This does not sign anyone in. 404 and 409 as for reading it; a password that is among " +
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

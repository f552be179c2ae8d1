import { KEY_SCOPES } from "#lib/contract/access.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { bool, dictOf, identifier, label, list, oneOf, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";

/** Of a new password: long rather than complicated. */
export const PASSWORD_LENGTH = { min: 12, maxBytes: 1024 };

/** The limit in bytes and the list of common ones are the verb's to check. */
export const newPassword = text({ min: PASSWORD_LENGTH.min, max: PASSWORD_LENGTH.maxBytes });

const MAX_BINDINGS = 100;

export const Me = wireObject({
  userId: text(),
  email: text(),
  name: text(),
  isInstanceAdmin: bool,
  defaultEntity: text(),
  /** Until the password is changed, a session may do nothing else. */
  mustChangePassword: bool,
  /** The entities that the caller belongs to; an instance admin sees all. Admins of one create projects in it. */
  entities: list(wireObject({ name: text(), isAdmin: bool })),
  /** Keys of the annotation desk that the user has chosen, by act; acts that are absent have the usual ones. */
  keyBindings: dictOf(text()),
  credential: oneOf(["session", "key"]),
  /** What the key that made this request may do at most; absent for a session. */
  keyScopes: maybe(list(oneOf(KEY_SCOPES))),
});

export const getMe = endpoint({
  operationId: "getMe",
  group: "accounts",
  summary: "Who the credential belongs to",
  method: "GET",
  path: "/me",
  auth: ANY_CREDENTIAL,
  needs: null,
  input: {},
  reply: Me,
});

export const updateMe = endpoint({
  operationId: "updateMe",
  group: "accounts",
  summary: "Change the caller's own name, default entity or keys",
  description:
    "Absent fields do not change. The caller must belong to the default entity. `key_bindings` replaces all bindings: for each action at the desk, a key such as `mod+enter`, or an empty text for none.",
  method: "PUT",
  path: "/me",
  auth: ["session"],
  needs: null,
  input: {
    body: wireObject({
      name: maybe(identifier(120)),
      defaultEntity: maybe(identifier(128)),
      keyBindings: maybe(dictOf(label(40), MAX_BINDINGS)),
    }),
  },
  reply: Me,
  example: { name: "Ada" },
});

export const changePassword = endpoint({
  operationId: "changePassword",
  group: "accounts",
  summary: "Change the caller's own password",
  description:
    "Ends all sessions of the caller, including this one: sign in again with the new password. API keys keep working. " +
    "A wrong current password is 400; a very common new one is 422; too many wrong ones are 429.",
  method: "POST",
  path: "/me/password",
  auth: ["session"],
  needs: null,
  input: { body: wireObject({ currentPassword: text({ min: 1, max: 1024 }), newPassword }) },
  reply: wireObject({}),
  statuses: [429],
  example: { current_password: "correct horse battery", new_password: "staple that stays put" },
});

export const revokeMySessions = endpoint({
  operationId: "revokeMySessions",
  group: "accounts",
  summary: "Sign the caller out everywhere",
  method: "POST",
  path: "/me/revoke_sessions",
  auth: ["session"],
  needs: null,
  input: { body: wireObject({}) },
  reply: wireObject({}),
  example: {},
});

import { anyJson } from "#lib/contract/fields.ts";
import { maybe } from "#lib/contract/wire.ts";

/** The acting user always comes from the credential; what a caller sends here is read and left aside. */
export const sentUser = { wbUserId: maybe(anyJson) };

/** Both spellings of the field that names the user. */
export const USER_NAMES = { wb_user_id: "svc_user_id" };

import { refuseUnless } from "./fault.ts";
import { identifier } from "./fields.ts";
import type * as z from "./zod.ts";

/** A name of the IANA database, such as `Europe/Berlin`. */
export const timeZone: z.Schema<string> = identifier(64).check(
  refuseUnless(isTimeZone, {
    type: "value_error",
    text: "unknown time zone; use one such as Europe/Berlin",
  }),
);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

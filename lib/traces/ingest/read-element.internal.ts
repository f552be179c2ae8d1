import { config, locales } from "zod/mini";
import { faultIn } from "#lib/contract/fault.ts";
import * as z from "#lib/contract/zod.ts";

// The contract's zod brings no words of its own, and callers read here what zod says.
config(locales.en());

export type Element<T> = { value: T; error?: undefined } | { value?: undefined; error: string };

/** Reads one element of a batch by itself, so that a bad one costs none of the others. The error says each field and its fault. */
export function readElement<T>(schema: z.Schema<T>, given: unknown, place: string): Element<T> {
  const result = z.safeDecode(schema, given);
  if (result.success) return { value: result.data };
  const faults = result.error.issues.slice(0, MAX_FAULTS).map((issue) => {
    const at = [...(place ? [place] : []), ...issue.path].join(".");
    return at ? `${at}: ${faultText(issue)}` : faultText(issue);
  });
  return { error: faults.join("; ") };
}

const MAX_FAULTS = 10;

function faultText(issue: z.core.$ZodIssue): string {
  const fault = issue.code === "custom" ? faultIn(issue) : null;
  if (!fault) return issue.message;
  const { type, text, reason, bound } = fault;
  return [type, text ?? reason ?? bound].filter((part) => part !== undefined).join(" ");
}

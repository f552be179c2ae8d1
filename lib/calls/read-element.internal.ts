import type { z } from "zod";
import type { Fault } from "#lib/contract/fault.ts";

export type Element<T> = { value: T; error?: undefined } | { error: string };

/** Reads one element of a batch by itself, so that a bad one costs none of the others. The error says each field and its fault. */
export function readElement<T>(schema: z.ZodType<T>, given: unknown, place: string): Element<T> {
  const result = schema.safeDecode(given);
  if (result.success) return { value: result.data };
  const faults = result.error.issues.slice(0, MOST_FAULTS).map((issue) => {
    const at = [...(place ? [place] : []), ...issue.path].join(".");
    return at ? `${at}: ${faultText(issue)}` : faultText(issue);
  });
  return { error: faults.join("; ") };
}

const MOST_FAULTS = 10;

function faultText(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom" && issue.params?.fault) {
    // Only the contract's own fields set `fault`, by `fault()` or a refinement.
    const { type, text, reason, bound } = issue.params.fault as Fault;
    return [type, text ?? reason ?? bound].filter((part) => part !== undefined).join(" ");
  }
  return issue.message;
}

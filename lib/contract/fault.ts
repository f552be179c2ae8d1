import * as z from "./zod.ts";

/**
 * What is wrong with a value, in pydantic's vocabulary. `lib/platform/problem.ts` alone turns it into text;
 * `text` is only for `value_error`, `bound`, `expected` and `reason` fill the templates.
 */
export type Fault = {
  type: FaultType;
  text?: string;
  bound?: number;
  /** Number of elements found, for `too_long` and `too_short`. */
  actual?: number;
  expected?: readonly string[];
  reason?: string;
  /** Below the value that is being read. */
  path?: (string | number)[];
};

type FaultType =
  | "missing"
  | "json_invalid"
  | "model_attributes_type"
  | "dict_type"
  | "list_type"
  | "string_type"
  | "string_too_short"
  | "string_too_long"
  | "string_pattern_mismatch"
  | "int_type"
  | "int_parsing"
  | "int_parsing_size"
  | "int_from_float"
  | "greater_than_equal"
  | "less_than_equal"
  | "float_type"
  | "float_parsing"
  | "finite_number"
  | "bool_type"
  | "bool_parsing"
  | "literal_error"
  | "enum"
  | "too_short"
  | "too_long"
  | "dict_too_long"
  | "extra_forbidden"
  | "datetime_type"
  | "datetime_parsing"
  | "datetime_from_date_parsing"
  | "value_error";

/** Records a fault on the value that a codec is reading; the caller continues or returns `z.NEVER`. */
export function fault(payload: Payload, { path, ...what }: Fault): void {
  payload.issues.push({
    code: "custom",
    input: payload.value,
    params: { fault: what },
    path: path ?? [],
    message: what.type,
    continue: true,
  });
}

/** A check of a schema that refuses with `what` each value that it does not hold of. */
export function refuseUnless<T>(holds: (value: T) => boolean, what: Fault): z.core.$ZodCheck<T> {
  const { path, ...rest } = what;
  return z.refine<T>(holds, { params: { fault: rest }, ...(path ? { path } : {}) });
}

/** As `refuseUnless`, where what is wrong depends on the value; null is nothing. */
export function refuseWith<T>(faultOf: (value: T) => Fault | null): z.core.$ZodCheck<T> {
  return z.inspect<T>((payload) => {
    const found = faultOf(payload.value);
    if (found) fault(payload, found);
  });
}

/** The fault of an issue that `fault` or a refinement of the contract recorded; null for zod's own issues. */
export function faultIn(issue: z.core.$ZodIssueCustom): Fault | null {
  // Only the contract's own schemas set the parameter.
  return (issue.params?.fault as Fault | undefined) ?? null;
}

/** What zod hands to a codec's functions. */
export type Payload = z.core.ParsePayload<unknown>;

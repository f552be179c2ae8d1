export { ApiError, type FieldProblem as ApiProblem } from "#lib/client/api-error.ts";
export { type CallOptions, call, callAll, callBytes, callLines } from "#lib/client/call.ts";
export { allOf, contains, IS_INSIDE, IS_TURN, isEqual, isWithin } from "#lib/client/conditions.ts";
export * from "../../../examples/typescript/spindle-client.ts";

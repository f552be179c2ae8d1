import { type CallOptions, callAll } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { snakeCase } from "#lib/contract/wire.ts";

type Asked = Omit<InputOf<typeof streamCalls>, "columns">;

/**
 * Reads calls with these fields. The result has only the requested fields, so that using another one does not compile; in a whole `Call` it
 * would always be empty.
 */
export function callsWith<const F extends keyof Call>(
  fields: readonly F[],
  asked: Asked,
  options: CallOptions,
): Promise<Pick<Call, F>[]> {
  return callAll(streamCalls, { ...asked, columns: fields.map(snakeCase) }, options);
}

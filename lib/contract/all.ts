import * as accounts from "./accounts.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import * as system from "./system.ts";

/** Every endpoint of the service, by capability. A new capability adds one import and one name here. */
const CAPABILITIES = { system, accounts };

export const ALL_ENDPOINTS: readonly AnyEndpoint[] = Object.values(CAPABILITIES)
  .flatMap((capability): unknown[] => Object.values(capability))
  .filter(isEndpoint);

function isEndpoint(exported: unknown): exported is AnyEndpoint {
  return (
    typeof exported === "object" && exported !== null && "operationId" in exported && "reply" in exported
  );
}

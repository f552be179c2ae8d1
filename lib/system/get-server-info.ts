import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { getServerInfo as contract } from "#lib/contract/service-info.ts";

/** Every client is welcome. The version is that of the tracing interface, not of this program; a client that hears of none stops tracing. */
export async function getServerInfo(): Promise<ReplyOf<typeof contract>> {
  return { minRequiredWeavePythonVersion: "0.0.1", traceServerVersion: "1.0.0" };
}

import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { getServerInfo as contract } from "#lib/contract/jobs/service-info.ts";
import { INTERFACE_VERSION } from "./interface-version.internal.ts";

/** Every client is welcome. A client that hears of no version stops tracing. */
export async function getServerInfo(): Promise<ReplyOf<typeof contract>> {
  return { minRequiredWeavePythonVersion: "0.0.1", traceServerVersion: INTERFACE_VERSION };
}

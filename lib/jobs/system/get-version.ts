import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { getVersion as contract } from "#lib/contract/jobs/service-info.ts";
import { INTERFACE_VERSION } from "./interface-version.internal.ts";

export async function getVersion(): Promise<ReplyOf<typeof contract>> {
  return INTERFACE_VERSION;
}

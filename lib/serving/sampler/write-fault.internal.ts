import type { ServerResponse } from "node:http";
import { log } from "#lib/platform/log.ts";
import { samplerFault } from "./sampler-fault.internal.ts";

/** Says why nothing, or no more, comes. */
export function writeFault(response: ServerResponse, error: unknown): void {
  const { fault } = samplerFault(error);
  if (fault.kind === "failed" || fault.kind === "corrupt") log.error({ err: error }, "the engine failed");
  if (response.headersSent) {
    response.end(`${JSON.stringify({ fault })}\n`);
    return;
  }
  response.writeHead(fault.kind === "rate_limited" ? 429 : 400, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ fault }));
}

import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, dict, list, text, timestamp } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const Node = wireObject({
  id: text(),
  /** The start of the service that it belongs to; null where it runs alone. */
  startId: z.nullable(text()),
  hostName: text(),
  /** `web`, `worker`, `sampler`, `trainer`: the processes that run there now. */
  roles: list(text()),
  version: text(),
  /** What a trainer trains with. */
  engine: z.nullable(text()),
  capabilities: dict,
  url: z.nullable(text()),
  startedAt: timestamp,
  /** When it said last that it is there. */
  beatAt: timestamp,
  /** Whether that was lately. One that was asked to end is not listed. */
  isBeating: bool,
});
export type Node = z.output<typeof Node>;

export const listNodes = endpoint({
  operationId: "listNodes",
  group: "system",
  summary: "Lists the machines and processes that use this server's database",
  description: "Only for admins of the instance. Includes those that stopped responding within the last day.",
  method: "GET",
  path: "/nodes",
  auth: ["session"],
  needs: null,
  input: {},
  reply: wireObject({ nodes: list(Node) }),
});

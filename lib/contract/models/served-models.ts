import { endpoint } from "#lib/contract/endpoint.ts";
import { identifier, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** A name that a chat completion takes as its model. */
export const ServedModel = wireObject({
  id: text(),
  object: oneOf(["model"]),
  /** Seconds since 1970. */
  created: integer(),
  ownedBy: text(),
});
export type ServedModel = z.output<typeof ServedModel>;

export const UnusableModel = wireObject({ id: text(), reason: text() });

const serving = { group: "training", method: "GET", auth: ["bearer", "session"], needs: null } as const;

export const listServedModels = endpoint({
  ...serving,
  operationId: "listServedModels",
  summary: "Lists every model name that chat completions accept",
  description: "Base models, models of upstreams, and the registered models in the caller's projects.",
  path: "/v1/models",
  input: {},
  reply: wireObject({
    object: oneOf(["list"]),
    data: list(ServedModel),
    /** Folders among the base models that cannot be used, and why. */
    unusable: list(UnusableModel),
  }),
});

export const getServedModel = endpoint({
  ...serving,
  operationId: "getServedModel",
  summary: "Looks up a model name that chat completions accept",
  description:
    "Returns the model as in the list. Accepts every spelling that chat completions accept, with slashes as `%2F`; one that the list does not " +
    "have, such as that of a single checkpoint, returns the model under its full reference.",
  path: "/v1/models/{model}",
  input: { params: wireObject({ model: identifier(1024) }) },
  reply: ServedModel,
  openAiErrors: true,
  statuses: [400, 404],
  example: { model: "spindle-mini" },
});

import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, integer, list, text, timestamp } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const BaseModelFacts = wireObject({
  name: text(),
  /** It ships with the service. */
  isBundled: bool,
  /** Such as `llama`; null where the folder does not say, as are the numbers below. */
  family: z.nullable(text()),
  parameters: z.nullable(integer()),
  contextLength: z.nullable(integer()),
  vocabularySize: z.nullable(integer()),
  /** Of its weights on the disk. */
  sizeBytes: integer(),
  /** Why it is not offered; null where it is. */
  problem: z.nullable(text()),
  createdAt: z.nullable(timestamp),
});
export type BaseModelFacts = z.output<typeof BaseModelFacts>;

export const describeBaseModels = endpoint({
  group: "training",
  auth: ["bearer", "session"],
  needs: null,
  operationId: "describeBaseModels",
  summary: "Lists the base models, with their details",
  description:
    "The bundled model and each folder in `models` of the data folder, by name. A folder that cannot be used has the reason.",
  method: "GET",
  path: "/v1/preview/base-models",
  input: {},
  reply: wireObject({ data: list(BaseModelFacts) }),
});

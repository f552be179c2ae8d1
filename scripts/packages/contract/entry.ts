export type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
export { endpoint, standingStatuses } from "#lib/contract/endpoint.ts";
export { ALL_ENDPOINTS, ENDPOINTS_BY_CAPABILITY } from "#lib/contract/openapi/all.ts";
export { namedSchemas } from "#lib/contract/openapi/named-schemas.ts";
export { openApiDocument } from "#lib/contract/openapi/openapi.ts";
export { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
export { decode, encode, safeDecode } from "#lib/contract/zod.ts";

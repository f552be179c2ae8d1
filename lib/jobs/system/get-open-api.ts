import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { openApiDocument } from "#lib/contract/openapi/openapi.ts";

export async function getOpenApi() {
  return { ...openApiDocument(ALL_ENDPOINTS) };
}

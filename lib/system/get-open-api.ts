import { ALL_ENDPOINTS } from "#lib/contract/all.ts";
import { openApiDocument } from "#lib/contract/openapi.ts";

export async function getOpenApi() {
  return { ...openApiDocument(ALL_ENDPOINTS) };
}

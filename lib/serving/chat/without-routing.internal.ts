/** Fields by which clients and gateways choose host, credential or headers; they are neither used, passed on nor kept. */
const ROUTING = new Set([
  "api_base",
  "api_key",
  "api_type",
  "api_version",
  "azure_endpoint",
  "base_url",
  "custom_llm_provider",
  "default_headers",
  "extra_body",
  "extra_headers",
  "extra_query",
  "headers",
  "organization",
]);

/** A request's body without fields that could reroute the request or reveal a secret. */
export function withoutRouting(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !ROUTING.has(name.toLowerCase())));
}

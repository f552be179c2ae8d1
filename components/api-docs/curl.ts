import { quoted } from "#components/ui/text/quoted.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { exampleBody } from "#lib/contract/openapi/openapi.ts";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";

/** The example as a command for a POSIX shell, with the address and the key as variables. */
export function curlOf(endpoint: AnyEndpoint): string {
  const { method, auth, input } = endpoint;
  const lines = [
    `curl${method === "GET" || method === "POST" ? "" : ` -X ${method}`} "$SPINDLE/api${addressOf(endpoint)}"`,
  ];
  if (auth.includes("basic")) lines.push('-u "api:$SPINDLE_API_KEY"');
  else if (auth.includes("bearer")) lines.push('-H "Authorization: Bearer $SPINDLE_API_KEY"');
  if (input.body) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${quoted(JSON.stringify(exampleBody(endpoint), null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

function addressOf({ path, example = {}, input }: AnyEndpoint): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(example[name] ?? name)),
  );
  const names = input.query ? Object.keys(wireSchemaOf(input.query).properties ?? {}) : [];
  const query = new URLSearchParams(
    names.flatMap((name) => (example[name] === undefined ? [] : [[name, String(example[name])]])),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

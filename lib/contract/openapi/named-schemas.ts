import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { NAMED } from "./schema-names.ts";

/** What has a name of its own, by what it looks like on the wire. */
export function namedSchemas(): { name: string; schema: JsonSchema }[] {
  return Object.entries(NAMED).map(([name, schema]) => ({ name, schema: wireSchemaOf(schema) }));
}

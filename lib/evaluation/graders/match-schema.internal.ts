import { findValueFaults } from "#lib/compat/objects/check-schema.ts";
import type { JsonSchemaMatch } from "#lib/contract/evaluation/grader.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { Unscored } from "./grade-result.ts";
import { isJsonTooDeep, readJson } from "./read-json.internal.ts";
import { renderTemplate, type Variables } from "./render-template.ts";

/** 1 where the text is JSON that fits the schema, else 0. */
export async function matchSchema({ input, schema }: JsonSchemaMatch, variables: Variables): Promise<number> {
  const text = withoutFence(renderTemplate(input, variables).trim());
  const value = readJson(text);
  if (value === undefined && isJsonTooDeep(text))
    throw new Unscored(
      "schema_failed",
      "The text is JSON that is nested too deep, or an object of it has too many keys",
    );
  if (value === undefined) return 0;
  try {
    const [fault] = await findValueFaults(schema, [value]);
    return Number(fault === null);
  } catch (error) {
    if (error instanceof Rejected)
      throw new Unscored("schema_failed", error.message.replaceAll("field_schema", "schema"));
    throw error;
  }
}

/** Models like to put JSON into a block of code. Compared by position, since a pattern for this takes cubic time on many line feeds. */
function withoutFence(text: string): string {
  const firstLine = text.indexOf("\n");
  if (firstLine < 0 || !text.endsWith("\n```")) return text;
  const opening = text.slice(0, firstLine).trimEnd();
  return opening === "```" || opening === "```json" ? text.slice(firstLine, -"```".length) : text;
}

import { isDict } from "#lib/contract/fields.ts";
import { ANSWERS, MESSAGE_LISTS, QUESTIONS } from "#lib/contract/recorded-names.ts";
import { type Sql, sql } from "#lib/db/sql.ts";

const MOST_CHARACTERS = 200;
const PEOPLE = ["user", "human"];

/** Which of several messages of people a preview shows. */
type Which = "first" | "last";

/** What a call's inputs asked, in one line; other documents as JSON. Null where there is nothing. */
export function previewOfInputs(inputs: unknown, which: Which): string | null {
  const messages = messagesIn(inputs);
  if (messages.length > 0) {
    const ofPeople = messages.filter((message) => PEOPLE.includes(speakerOf(message)));
    const candidates = ofPeople.length > 0 ? ofPeople : messages;
    return lineOf(contentOf(which === "first" ? candidates[0] : candidates.at(-1)));
  }
  return lineOf(isDict(inputs) ? (firstText(inputs, QUESTIONS) ?? inputs) : inputs);
}

/** What a call's output answered, as `previewOfInputs`. */
export function previewOfOutput(output: unknown): string | null {
  if (Array.isArray(output)) return lineOf(contentOf(output.at(-1)));
  if (!isDict(output)) return lineOf(output);
  const { choices, messages, message, output: items } = output;
  const list = [choices, messages, items].find((one) => Array.isArray(one) && one.length > 0);
  if (Array.isArray(list)) {
    const last: unknown = choices === list ? list[0] : list.at(-1);
    return lineOf(contentOf(isDict(last) && isDict(last.message) ? last.message : last));
  }
  if (isDict(message)) return lineOf(contentOf(message));
  return lineOf(firstText(output, ANSWERS) ?? contentOf(output));
}

/** Documents larger than this, as they are stored, are not read whole for a line. */
const MOST_BYTES = 32_768;

/** Inputs (of the call `c`) for `previewOfInputs` as JSON text; of large ones only the messages that matter. */
export function inputsForPreview(which: Which): Sql {
  const inputs = sql`coalesce(c.sanitized -> 'inputs', c.inputs)`;
  const message = (place: string) => sql`${inputs} #> array['messages', ${place}]::text[]`;
  // A conversation may open with what the model was told to be.
  const kept =
    which === "first"
      ? sql`json_build_array(${message("0")}, ${message("1")})`
      : sql`json_build_array(${message("-1")})`;
  return sql`case
    when coalesce(pg_column_size(c.inputs), 0) <= ${MOST_BYTES} then c.inputs::text
    when ${message("0")} is not null then json_build_object('messages', ${kept})::text
    else ${beginningOf(sql`c.inputs`)} end`;
}

/** An output (of the call `c`) for `previewOfOutput` as JSON text; of a large one the answer alone, where it has the usual shape. */
export const OUTPUT_FOR_PREVIEW = sql`case
  when coalesce(pg_column_size(c.output), 0) <= ${MOST_BYTES} then c.output::text
  else coalesce((coalesce(c.sanitized -> 'output', c.output) #> '{choices,0,message,content}')::text,
    ${beginningOf(sql`c.output`)}) end`;

function beginningOf(document: Sql): Sql {
  return sql`to_json(left(${document}::text, ${MOST_CHARACTERS * 2}))::text`;
}

/** A document as the statement gave it. */
export function documentOf(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function messagesIn(inputs: unknown): unknown[] {
  if (Array.isArray(inputs)) return inputs.filter(isDict);
  if (!isDict(inputs)) return [];
  for (const name of MESSAGE_LISTS) {
    const list = inputs[name];
    if (Array.isArray(list) && list.some(isDict)) return list.filter(isDict);
  }
  return [];
}

function speakerOf(message: unknown): string {
  if (!isDict(message)) return "";
  const speaker = [message.role, message.from, message.speaker].find((one) => typeof one === "string");
  return typeof speaker === "string" ? speaker.toLowerCase() : "";
}

/** What a message says: its text, the texts of its parts, the names of the tools it calls, or itself. */
function contentOf(message: unknown): unknown {
  if (!isDict(message)) return message;
  const content = message.content ?? message.value ?? message.text ?? message.parts;
  if (typeof content === "string" && content !== "") return content;
  const texts = Array.isArray(content) ? content.flatMap(textOfPart) : [];
  if (texts.length > 0) return texts.join(" ");
  const tools = Array.isArray(message.tool_calls) ? message.tool_calls.flatMap(toolName) : [];
  if (tools.length > 0) return tools.map((name) => `${name}()`).join(" ");
  return content === "" || content === null || content === undefined ? withoutRole(message) : content;
}

function withoutRole({ role: _, content: __, ...rest }: Record<string, unknown>): unknown {
  return Object.keys(rest).length > 0 ? rest : null;
}

function textOfPart(part: unknown): string[] {
  if (typeof part === "string") return [part];
  return isDict(part) && typeof part.text === "string" ? [part.text] : [];
}

function toolName(call: unknown): string[] {
  if (!isDict(call)) return [];
  const made = isDict(call.function) ? call.function : call;
  return typeof made.name === "string" ? [made.name] : [];
}

function firstText(record: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}

/** One line of at most 200 characters; null for nothing and for empty documents. */
function lineOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "object" && Object.keys(value).length === 0) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Far more than is shown, and little enough to squeeze blanks out of.
  const line = text
    .slice(0, MOST_CHARACTERS * 20)
    .replace(/\s+/g, " ")
    .trim();
  if (line === "") return null;
  const characters = Array.from(line);
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`
    : line.toWellFormed();
}

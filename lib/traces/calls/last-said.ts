import { isDict } from "#lib/contract/fields.ts";
import { searchPattern } from "#lib/contract/search-pattern.ts";
import { ANSWERS, MESSAGE_LISTS, QUESTIONS } from "#lib/contract/traces/recorded-names.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

const MAX_CHARACTERS = 200;
const PEOPLE = ["user", "human"];

/** Which of several messages of people a preview shows. */
type Which = "first" | "last";

/** The words of a call in a list; null if it has none. */
export type Said = {
  /** The last question, and its answer. */
  question: string | null;
  answer: string | null;
  /** The words around a search, where neither of the two holds it. */
  found: string | null;
};

/** The last question and answer of a call, each as a line of at most 200 characters; a search moves the lines to its match. */
export function lastSaid({ inputs, output }: { inputs: unknown; output: unknown }, search = ""): Said {
  const pattern = search === "" ? null : searchPattern(search);
  const question = previewOfInputs(inputs, "last", pattern);
  const answer = previewOfOutput(output, pattern);
  const isShown =
    pattern === null || [question, answer].some((line) => line !== null && line.search(pattern) >= 0);
  const held = isShown ? null : textHolding([output, inputs], pattern);
  return { question, answer, found: held === null ? null : lineOf(held, pattern) };
}

/** The latest text below some documents that a pattern is met in. */
function textHolding(documents: readonly unknown[], pattern: RegExp): string | null {
  const left = documents.toReversed();
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && value.search(pattern) >= 0) return value;
    if (typeof value === "object" && value !== null) left.push(...Object.values(value));
  }
  return null;
}

/** The question in a call's inputs, in one line; other documents as JSON. Null if there is nothing. */
export function previewOfInputs(inputs: unknown, which: Which, search: RegExp | null = null): string | null {
  const messages = messagesIn(inputs);
  if (messages.length > 0) {
    const ofPeople = messages.filter((message) => PEOPLE.includes(speakerOf(message)));
    const candidates = ofPeople.length > 0 ? ofPeople : messages;
    return lineOf(contentOf(which === "first" ? candidates[0] : candidates.at(-1)), search);
  }
  return lineOf(isDict(inputs) ? (firstText(inputs, QUESTIONS) ?? inputs) : inputs, search);
}

/** The answer in a call's output, as `previewOfInputs`. */
export function previewOfOutput(output: unknown, search: RegExp | null = null): string | null {
  return lineOf(answerIn(output), search);
}

function answerIn(output: unknown): unknown {
  if (Array.isArray(output)) return contentOf(output.at(-1));
  if (!isDict(output)) return output;
  const { choices, messages, message, output: items } = output;
  const list = [choices, messages, items].find((one) => Array.isArray(one) && one.length > 0);
  if (Array.isArray(list)) {
    const last: unknown = choices === list ? list[0] : list.at(-1);
    return contentOf(isDict(last) && isDict(last.message) ? last.message : last);
  }
  if (isDict(message)) return contentOf(message);
  return firstText(output, ANSWERS) ?? contentOf(output);
}

/** Stored documents larger than this are not read whole for one line of text. */
const MAX_BYTES = 32_768;

/** Inputs (of the call `c`) for `previewOfInputs` as JSON text; of large ones only the messages that matter. */
export function inputsForPreview(which: Which): Sql {
  const inputs = sql`coalesce(c.sanitized -> 'inputs', c.inputs)`;
  const message = (place: string) => sql`${inputs} #> array['messages', ${place}]::text[]`;
  // A conversation may open with a system prompt.
  const kept =
    which === "first"
      ? sql`json_build_array(${message("0")}, ${message("1")})`
      : sql`json_build_array(${message("-1")})`;
  return sql`case
    when coalesce(pg_column_size(c.inputs), 0) <= ${MAX_BYTES} then c.inputs::text
    when ${message("0")} is not null then json_build_object('messages', ${kept})::text
    else ${beginningOf(sql`c.inputs`)} end`;
}

/** An output (of the call `c`) for `previewOfOutput` as JSON text; of a large one only the answer, if it has the usual shape. */
export const OUTPUT_FOR_PREVIEW = sql`case
  when coalesce(pg_column_size(c.output), 0) <= ${MAX_BYTES} then c.output::text
  else coalesce((coalesce(c.sanitized -> 'output', c.output) #> '{choices,0,message,content}')::text,
    ${beginningOf(sql`c.output`)}) end`;

function beginningOf(document: Sql): Sql {
  return sql`to_json(left(${document}::text, ${MAX_CHARACTERS * 2}))::text`;
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

/** The words of a message: its text, the texts of its parts, the names of the tools it calls, or its JSON. */
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

/** Characters before a match, few enough that it is visible in a narrow column. */
const LEAD = 16;

/** One line of at most 200 characters; null for nothing and for empty documents. A text in which a search is not met at once begins near it. */
function lineOf(value: unknown, search: RegExp | null = null): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "object" && Object.keys(value).length === 0) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const met = search ? text.search(search) : -1;
  const from = met > LEAD * 2 ? met - LEAD : 0;
  // Far more than is shown, and little enough to squeeze blanks out of.
  const rest = text.slice(from, from + MAX_CHARACTERS * 20);
  const line = `${from > 0 ? "… " : ""}${withoutHalf(rest)}`.replace(/\s+/g, " ").trim();
  if (line === "") return null;
  const characters = Array.from(line);
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join("")}…`
    : line.toWellFormed();
}

/** A cut may leave the second half of a character at the beginning. */
function withoutHalf(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "");
}

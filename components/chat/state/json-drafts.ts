import { isDict } from "#lib/contract/fields.ts";

/** What a text of JSON means, or what is wrong with it. */
export type JsonRead<T> = { value: T; fault?: undefined } | { value?: undefined; fault: string };

type Dict = Readonly<Record<string, unknown>>;

/** As the interface of OpenAI limits them. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The tools that a text lists; none where it is empty. */
export function readTools(text: string): JsonRead<readonly Dict[]> {
  if (text.trim() === "") return { value: [] };
  const read = readJson(text);
  if (read.fault !== undefined) return read;
  if (!Array.isArray(read.value)) return { fault: "Enter a list of tools: [ … ]." };
  const names: string[] = [];
  for (const [at, tool] of read.value.entries()) {
    const fault = toolFault(tool);
    if (fault !== null) return { fault: `Tool ${at + 1}: ${fault}` };
    names.push(nameOf(tool));
  }
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  return twin === undefined ? { value: read.value } : { fault: `Two tools are called “${twin}”.` };
}

/** The names of the tools that a text lists, as far as it can be read. */
export function toolNames(text: string): string[] {
  return readTools(text).value?.map(nameOf) ?? [];
}

/** The JSON Schema that a text is. */
export function readSchema(text: string): JsonRead<Dict> {
  if (text.trim() === "") return { fault: "Enter the JSON Schema that replies must match." };
  const read = readJson(text);
  if (read.fault !== undefined) return read;
  return isDict(read.value) ? { value: read.value } : { fault: "Enter a JSON Schema. It must be an object." };
}

function readJson(text: string): JsonRead<unknown> {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}.` };
  }
}

function toolFault(tool: unknown): string | null {
  if (!isDict(tool)) return 'write {"type": "function", "function": {…}}.';
  if (tool.type !== "function") return '"type" must be "function".';
  if (!isDict(tool.function)) return '"function" is missing.';
  const { name, parameters } = tool.function;
  if (typeof name !== "string" || !TOOL_NAME.test(name))
    return "its function needs a name of letters, digits, _ and -, 64 at most.";
  if (parameters !== undefined && !isDict(parameters)) return '"parameters" must be a JSON Schema.';
  return null;
}

function nameOf(tool: unknown): string {
  const called = isDict(tool) && isDict(tool.function) ? tool.function.name : null;
  return typeof called === "string" ? called : "";
}

const written = (value: unknown) => JSON.stringify(value, null, 2);

export const EXAMPLE_TOOLS = written([
  {
    type: "function",
    function: {
      name: "find_order",
      description: "Finds an order by its number",
      parameters: {
        type: "object",
        properties: { order_number: { type: "string" } },
        required: ["order_number"],
        additionalProperties: false,
      },
    },
  },
]);

export const EXAMPLE_SCHEMA = written({
  type: "object",
  properties: {
    topic: { type: "string", enum: ["delivery", "payment", "other"] },
    is_urgent: { type: "boolean" },
  },
  required: ["topic", "is_urgent"],
  additionalProperties: false,
});

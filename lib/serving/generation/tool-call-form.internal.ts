import type { ToolCallForm } from "#lib/engine/text/open-chat-format.ts";

type Known = Exclude<ToolCallForm, null>;

/** The texts around the JSON of a tool call, and the key of its arguments, by the template's form of calls. */
export const TOOL_CALL_FORMS: {
  readonly [F in Known]: {
    readonly opening: string;
    readonly closing: string;
    readonly argumentsKey: "arguments" | "parameters";
  };
} = {
  hermes: { opening: "<tool_call>\n", closing: "\n</tool_call>", argumentsKey: "arguments" },
  llama3: { opening: "", closing: "", argumentsKey: "parameters" },
};

/** How the text of a tool call may begin, by the form of the template. */
export const TOOL_CALL_BEGINNINGS: { readonly [F in Known]: readonly string[] } = {
  hermes: ["<tool_call>"],
  llama3: ["<|python_tag|>"],
};

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Template } from "@huggingface/jinja";
import { isJsonObject } from "#lib/engine/port/json-object.ts";
import { findModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { textsOfTemplate } from "./callers-text.internal.ts";
import { UnrenderableMessage } from "./unrenderable-message.ts";

/** A model's own way of writing a conversation, a Jinja template. */
export type ChatTemplate = {
  /** The template's text; of several the ordinary one. */
  readonly source: string;
  /** The quoted texts in it, and in the one for tools: what it writes and what it looks for. */
  readonly texts: readonly string[];
  /** Throws `UnrenderableMessage`, with the template's message, for a conversation that it refuses. */
  render(variables: TemplateVariables): string;
};

export type TemplateVariables = {
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[] | null;
  readonly addGenerationPrompt: boolean;
  readonly kwargs: Readonly<Record<string, unknown>>;
};

/**
 * Reads the template as `transformers` looks for it: its own file first, then the older JSON file, then a field of `tokenizer_config.json`,
 * where it may be a list of named ones with one for conversations with tools.
 */
export async function readChatTemplate(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<ChatTemplate> {
  const sources = await readSources(folder, settings);
  const ordinary = sources.get("default");
  if (ordinary === undefined)
    throw new UnsupportedModel(
      `${folder} has no chat template: no chat_template.jinja, no chat_template.json and no chat_template in tokenizer_config.json`,
    );
  const template = parse(ordinary, folder);
  const withTools = sources.get("tool_use");
  const toolTemplate = withTools === undefined ? template : parse(withTools, folder);
  const tokens = namedTokens(settings);
  return {
    source: ordinary,
    texts: [...new Set([ordinary, withTools ?? ""].flatMap(textsOfTemplate))],
    render({ messages, tools, addGenerationPrompt, kwargs }) {
      const chosen = tools ? toolTemplate : template;
      return refuseReadably(() =>
        chosen.render({
          ...tokens,
          ...kwargs,
          messages,
          tools,
          add_generation_prompt: addGenerationPrompt,
        }),
      );
    },
  };
}

async function readSources(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Map<string, string>> {
  const own = await readFile(join(folder, "chat_template.jinja"), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (own !== null) return new Map([["default", own]]);
  const json = await findModelJson(join(folder, "chat_template.json"));
  const value = json?.chat_template ?? settings.chat_template;
  if (typeof value === "string") return new Map([["default", value]]);
  const named = new Map<string, string>();
  for (const entry of Array.isArray(value) ? value : [])
    if (isJsonObject(entry) && typeof entry.name === "string" && typeof entry.template === "string")
      named.set(entry.name, entry.template);
  return named;
}

function parse(source: string, folder: string): Template {
  try {
    return new Template(source);
  } catch (error) {
    throw new UnsupportedModel(`${folder}: the chat template cannot be read: ${messageOf(error)}`);
  }
}

/** Any error of the template's interpreter is about the conversation: templates refuse by raising, and fail on unexpected input. */
function refuseReadably(render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw new UnrenderableMessage(`The model's chat template refuses this conversation: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const TOKEN_NAMES = ["bos_token", "eos_token", "pad_token", "unk_token"];

/** Tokens that templates name; the file writes each as text or as an object around it. */
export function namedTokens(settings: Readonly<Record<string, unknown>>): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const name of TOKEN_NAMES) {
    const text = tokenText(settings[name]);
    if (text !== null) tokens[name] = text;
  }
  return tokens;
}

export function tokenText(value: unknown): string | null {
  const text = isJsonObject(value) ? value.content : value;
  return typeof text === "string" ? text : null;
}

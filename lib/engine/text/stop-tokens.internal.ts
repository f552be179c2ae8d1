import { join } from "node:path";
import { findModelJson } from "#lib/engine/port/read-model-json.ts";
import { type ChatTemplate, tokenText } from "./chat-template.internal.ts";
import type { Tokenizer } from "./open-tokenizer.ts";

/**
 * The tokens that end a reply: those that the model's files name, and the one that its template writes after a reply, since files of chat
 * models often name only the token that ends a document.
 */
export async function readStopTokens(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
  text: { readonly tokenizer: Tokenizer; readonly template: ChatTemplate },
): Promise<number[]> {
  const { tokenizer, template } = text;
  const generation = await findModelJson(join(folder, "generation_config.json"));
  const config = await findModelJson(join(folder, "config.json"));
  const named = [...tokenIds(generation?.eos_token_id), ...tokenIds(config?.eos_token_id)];
  const eos = tokenText(settings.eos_token);
  const ids = [...named, eos === null ? null : tokenizer.addedTokenId(eos), endOfTurn(tokenizer, template)];
  return [...new Set(ids.filter((id) => id !== null))].filter((id) => id < tokenizer.vocabSize);
}

function tokenIds(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === "number" && Number.isInteger(id) && id >= 0);
}

const PROBE = "probe";

/** The special token that the template puts behind a reply; null where it puts none. */
function endOfTurn(tokenizer: Tokenizer, template: ChatTemplate): number | null {
  const rendered = renderProbe(template);
  const behind = rendered.slice(rendered.lastIndexOf(PROBE) + PROBE.length).trimStart();
  const [first] = tokenizer.encode(behind);
  return first !== undefined && tokenizer.specialIds.has(first) ? first : null;
}

function renderProbe(template: ChatTemplate): string {
  const messages = [
    { role: "user", content: "Say it." },
    { role: "assistant", content: PROBE },
  ];
  try {
    return template.render({ messages, tools: null, addGenerationPrompt: false, kwargs: {} });
  } catch {
    // A template that wants more than this of a conversation says nothing about its end.
    return "";
  }
}

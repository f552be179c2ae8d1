import { isDict } from "#lib/contract/fields.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { ChatMessage } from "#lib/training/trajectories/trajectory-group.ts";

/** Something to answer, for datasets of prompts: no job learns from it as it is. */
export type PromptRow = {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly unknown[] | null;
};

/** Whether a line was meant to be a prompt alone, and neither a conversation nor replies to compare. */
export function isPromptRow(json: unknown): json is Record<string, unknown> {
  return isDict(json) && kindOfRow(json) === "prompts";
}

/** Reads one line, counted from 1; a prompt that is a text is what the user says. Throws `Rejected` that names the line. */
export function readPromptRow(json: unknown, line: number): PromptRow {
  const { messages, prompt = messages, tools, reference } = isDict(json) ? json : {};
  const place = `line ${line}`;
  if (reference !== undefined && reference !== null && typeof reference !== "string")
    throw new Rejected(
      `${place}: reference is ${shown(reference)}; send the text of a good answer or leave it out`,
    );
  if (tools !== undefined && tools !== null && !Array.isArray(tools))
    throw new Rejected(`${place}: tools is ${shown(tools)}; send a list or leave it out`);
  return { messages: messagesIn(prompt, place), tools: tools && tools.length > 0 ? tools : null };
}

function messagesIn(prompt: unknown, place: string): ChatMessage[] {
  const list: unknown = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  if (!Array.isArray(list) || list.length === 0)
    throw new Rejected(`${place}: prompt is ${shown(prompt)}; send a text or a list of messages`);
  return list.map((message: unknown, m) => {
    if (isDict(message) && typeof message.role === "string") return message;
    throw new Rejected(`${place}: prompt[${m}] has no role; give each message a role`);
  });
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

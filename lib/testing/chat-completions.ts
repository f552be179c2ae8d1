import type OpenAI from "openai";
import type { Caller, Harness, TestProject } from "./harness.ts";
import { openAi } from "./open-ai.ts";

/** What a test may send with a completion: what the client knows, and what it passes on unread. */
export type ChatParams = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> & Record<string, unknown>;

/** A short question to the small base model, seeded. */
export const ASK = {
  model: "spindle-mini",
  messages: [{ role: "user", content: "respond with one of yes, no, maybe" }],
  max_tokens: 12,
  seed: 5,
} satisfies OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Somebody who may ask models of a new project, with a client of their own. */
export async function anEngineer(
  api: Harness,
): Promise<{ project: TestProject; caller: Caller; client: OpenAI }> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { project, caller, client: openAi(api, caller) };
}

/** The answer to `ASK`, changed by `params`. */
export function complete(client: OpenAI, params: ChatParams = {}): Promise<OpenAI.ChatCompletion> {
  return client.chat.completions.create({ ...ASK, ...params, stream: false });
}

/** As `complete`, streamed: the text, the end and the tokens of each choice, and the last chunk. */
export async function streamed(client: OpenAI, params: ChatParams = {}) {
  const stream = await client.chat.completions.create({ ...ASK, ...params, stream: true });
  const texts: string[] = [];
  const ends: (string | null)[] = [];
  const tokens: string[][] = [];
  let last: OpenAI.ChatCompletionChunk | undefined;
  for await (const chunk of stream) {
    last = chunk;
    for (const { index, delta, finish_reason: end, logprobs } of chunk.choices) {
      texts[index] = (texts[index] ?? "") + (delta.content ?? "");
      if (end) ends[index] = end;
      tokens[index] = [...(tokens[index] ?? []), ...(logprobs?.content ?? []).map(({ token }) => token)];
    }
  }
  return { texts, ends, tokens, last };
}

import { isDict } from "#lib/contract/fields.ts";
import { askUpstream, bodyOf, type Patience } from "./ask-upstream.internal.ts";
import type { OpenUpstream } from "./find-upstream.ts";

const MAX_NAMES = 1_000;

/** The names of the models that a server lists. Throws what `askUpstream` throws, and `SyntaxError` if the answer is not JSON. */
export async function askForModels(upstream: OpenUpstream, patience: Patience): Promise<string[]> {
  const question = { signal: new AbortController().signal, patience };
  const response = await askUpstream(upstream, { method: "GET", path: "/models", ...question });
  const bytes = Buffer.concat(await Array.fromAsync(bodyOf(upstream, response, question)));
  const answer: unknown = JSON.parse(bytes.toString("utf8"));
  const data = isDict(answer) && Array.isArray(answer.data) ? answer.data : [];
  return data
    .flatMap((model) => (isDict(model) && typeof model.id === "string" && model.id !== "" ? [model.id] : []))
    .slice(0, MAX_NAMES);
}

import { beforeAll, expect, test } from "vitest";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { CLOCK, HELLO, WEATHER } from "#lib/testing/data/generation-request.ts";
import { type Script, ScriptedSampler } from "#lib/testing/engines/scripted-sampler.ts";
import { generate } from "./generate.ts";
import type { GenerationRequest } from "./generation-request.ts";

let format: ChatFormat;
let end: number;
beforeAll(async () => {
  format = await openChatFormat("lib/models/base-models/spindle-mini");
  end = format.stopTokenIds[0] ?? -1;
});

/** Lets a script sample the reply to a request, in one form of calls or another. */
function eventsOf(script: Script, request: Partial<GenerationRequest>, own: ChatFormat = format) {
  const sampler = new ScriptedSampler(script, { vocabSize: format.tokenizer.vocabSize });
  const signal = new AbortController().signal;
  return Array.fromAsync(
    generate({ format: own, sampler, fairnessKey: "me", signal }, { ...HELLO, ...request }),
  );
}

test.each<[string, Partial<GenerationRequest>]>([
  ["a schema", { output: { kind: "json", schema: WEATHER.function.parameters } }],
  ["a grammar", { output: { kind: "grammar", source: 'root ::= [a-z]+ ("=" root)?' } }],
  ["a call", { tools: [CLOCK, WEATHER], toolChoice: "required" }],
  ["a choice, not too short", { output: { kind: "oneOf", texts: ["yes", "yes, please"] }, minTokens: 2 }],
])("the list of what may come has just the tokens that may: %s", async (_, request) => {
  const lists: [unknown, unknown][] = [];
  const look: Script = function* ({ constraint }) {
    for (let count = 0; count < 25; count++) {
      const all = Array.from({ length: format.tokenizer.vocabSize }, (_, id) => id);
      const allowed = all.filter((id) => constraint?.allows(id));
      lists.push([new Set(constraint?.allowed?.()), new Set(allowed)]);
      yield allowed[(count * 7919) % allowed.length] ?? end;
    }
  };
  await eventsOf(look, request);
  expect(lists.length).toBeGreaterThan(1);
  for (const [list, allowed] of lists) expect(list).toEqual(allowed);
});

test("a call without words around it ends with its object", async () => {
  const bare = { ...format, toolCallForm: "llama3" } as const;
  const text = '{"name": "weather", "parameters": {"city": "Oslo"}}';
  const script: Script = function* ({ constraint }) {
    for (const id of format.tokenizer.encode(text)) {
      expect([constraint?.allows(id), constraint?.allows(end)]).toEqual([true, false]);
      yield id;
    }
    expect(constraint?.allows(end)).toBe(true);
    yield end;
  };
  const events = await eventsOf(script, { tools: [WEATHER], toolChoice: "required" }, bare);
  expect(events.at(-1)).toMatchObject({ type: "end", finishReason: "stop" });
});

import { expect, test } from "vitest";
import { BrokenReply, readReply } from "./read-reply.ts";

function bodyOf(...events: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${event}\n\n`).join(""));
  // Cut in the middle of everything, as networks do.
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
}

const chunk = (content: string, finish_reason: string | null = null) =>
  JSON.stringify({ choices: [{ delta: { content }, finish_reason }], system_fingerprint: "a/b/c:step1" });
const USAGE = JSON.stringify({ choices: [], usage: { completion_tokens: 2 } });

test("the pieces of a reply come in order, whole characters only, with its end and its size", async () => {
  const parts = await Array.fromAsync(
    readReply(bodyOf(chunk("Gr"), chunk("üße 🦉"), chunk("", "stop"), USAGE, "[DONE]")),
  );
  expect(parts.map(({ text }) => text).join("")).toBe("Grüße 🦉");
  expect(parts.find(({ finishReason }) => finishReason)?.finishReason).toBe("stop");
  expect(parts[0]?.fingerprint).toBe("a/b/c:step1");
  expect(parts.at(-1)?.completionTokens).toBe(2);
});

test("a fault in mid-stream is reported in the server's words, after the pieces before it", async () => {
  const texts: string[] = [];
  const read = async () => {
    for await (const { text } of readReply(
      bodyOf(chunk("Half"), '{"error":{"message":"The sampler stopped"}}'),
    ))
      texts.push(text);
  };
  await expect(read()).rejects.toThrow(new BrokenReply("The sampler stopped"));
  expect(texts).toEqual(["Half"]);
});

test("a stream that ends without its mark is not taken for a whole reply", async () => {
  await expect(Array.fromAsync(readReply(bodyOf(chunk("Half"))))).rejects.toThrow(BrokenReply);
});

const token = (text: string, logprob: number, more: object = {}) => ({ token: text, logprob, ...more });
const withTokens = (content: string, ...tokens: object[]) =>
  JSON.stringify({ call_id: "call-7", choices: [{ delta: { content }, logprobs: { content: tokens } }] });

test("tokens come with their probabilities, those of one character as one, and with what else was likely", async () => {
  const [first, second] = [...new TextEncoder().encode("ü")];
  const parts = await Array.fromAsync(
    readReply(
      bodyOf(
        withTokens("a", token("token_id:5", -0.5, { bytes: [97], top_logprobs: [token("b", -1)] })),
        withTokens("", token("token_id:6", -1, { bytes: [first] })),
        withTokens("ü", token("token_id:7", -2, { bytes: [second] })),
        withTokens("!", token("!", -0.25)),
        "[DONE]",
      ),
    ),
  );
  expect(parts.flatMap(({ tokens }) => tokens)).toEqual([
    { text: "a", logprob: -0.5, top: [{ text: "b", logprob: -1 }] },
    { text: "ü", logprob: -3, top: [] },
    { text: "!", logprob: -0.25, top: [] },
  ]);
  expect(parts[0]?.callId).toBe("call-7");
});

test("without probabilities, or with odd ones, the text is still read", async () => {
  const odd = JSON.stringify({
    choices: [{ delta: { content: "b" }, logprobs: { content: [null, { token: 3 }] } }],
  });
  const parts = await Array.fromAsync(readReply(bodyOf(chunk("a"), odd, "[DONE]")));
  expect(parts.map(({ text, tokens }) => [text, tokens.length])).toEqual([
    ["a", 0],
    ["b", 0],
  ]);
});

test("tool calls come in pieces, each with its place", async () => {
  const calls = [
    { index: 0, id: "c1", type: "function", function: { name: "find", arguments: "" } },
    { index: 0, function: { arguments: "{}" } },
    3,
  ];
  const parts = await Array.fromAsync(
    readReply(bodyOf(JSON.stringify({ choices: [{ delta: { tool_calls: calls } }] }), "[DONE]")),
  );
  expect(parts[0]?.calls).toEqual([
    { index: 0, id: "c1", name: "find", argumentsText: "" },
    { index: 0, id: null, name: null, argumentsText: "{}" },
  ]);
});

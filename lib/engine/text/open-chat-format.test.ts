import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Template } from "@huggingface/jinja";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type ChatFolder, writeChatFolder } from "#lib/testing/engines/chat-folder.ts";
import { LLAMA3_STYLE, QWEN2_STYLE, QWEN3_STYLE } from "#lib/testing/engines/chat-templates.ts";
import { type ChatFormat, openChatFormat } from "./open-chat-format.ts";
import { UnrenderableMessage } from "./unrenderable-message.ts";

let root: string;
let qwen2: ChatFormat;
let qwen3: ChatFormat;
let llama3: ChatFormat;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "spindle-chat-"));
  qwen2 = await openChatFormat(await writeChatFolder(root, { template: QWEN2_STYLE }));
  qwen3 = await openChatFormat(await writeChatFolder(root, { template: QWEN3_STYLE }));
  llama3 = await openChatFormat(await writeChatFolder(root, { template: LLAMA3_STYLE }));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const tools = [{ type: "function", function: { name: "add", parameters: { type: "object" } } }];
const call = (args: string) => ({ id: "c1", type: "function", function: { name: "add", arguments: args } });
const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown, more: object = {}) => ({ role: "assistant", content, ...more });

test("a conversation of several turns with tools is cut into replies and the rest", () => {
  const messages = [
    user("1+1?"),
    assistant(null, { tool_calls: [call('{"a": 1}')] }),
    { role: "tool", tool_call_id: "c1", content: "2" },
    assistant("It is 2."),
    user("thanks"),
    assistant("Gladly."),
  ];
  expect(qwen2.segments(messages)).toMatchObject([
    {
      text: "<|im_start|>system\nBe of help.<|im_end|>\n<|im_start|>user\n1+1?<|im_end|>\n<|im_start|>assistant\n",
      messageIndex: null,
    },
    { text: '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call><|im_end|>', messageIndex: 1 },
    {
      text: "\n<|im_start|>user\n<tool_response>\n2\n</tool_response><|im_end|>\n<|im_start|>assistant\n",
      messageIndex: null,
    },
    { text: "It is 2.<|im_end|>", messageIndex: 3 },
    { text: "\n<|im_start|>user\nthanks<|im_end|>\n<|im_start|>assistant\n", messageIndex: null },
    { text: "Gladly.<|im_end|>", messageIndex: 5 },
    { text: "\n", messageIndex: null },
  ]);
});

test("tools stand where the template puts them, and the call of a tool is a reply", () => {
  const messages = [
    { role: "system", content: " Count. " },
    user(" 1+1? "),
    assistant(null, { tool_calls: [call('{"a":1,"b":[null,true]}')] }),
    { role: "tool", content: "2" },
  ];
  expect(llama3.segments(messages, { tools, addGenerationPrompt: true })).toMatchObject([
    {
      text: `<|bot|><|start_header_id|>system<|end_header_id|>\n\nCount.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nFunctions:\n${JSON.stringify(tools[0], null, 4)}\n\n1+1?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n`,
      messageIndex: null,
    },
    { text: '{"name": "add", "parameters": {"a": 1, "b": [null, true]}}<|eot_id|>', messageIndex: 2 },
    {
      text: '<|start_header_id|>ipython<|end_header_id|>\n\n"2"<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
      messageIndex: null,
    },
  ]);
});

test("a template that drops the thinking of earlier turns gives their replies as it writes them", () => {
  const messages = [
    user("a"),
    assistant("<think>\nhm\n</think>\n\nb"),
    user("c"),
    assistant("<think>\nso\n</think>\n\nd"),
  ];
  expect(qwen3.segments(messages)).toMatchObject([
    { text: "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\n", messageIndex: null },
    { text: "b<|im_end|>", messageIndex: 1 },
    { text: "\n<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\n", messageIndex: null },
    { text: "<think>\nso\n</think>\n\nd<|im_end|>", messageIndex: 3 },
    { text: "\n", messageIndex: null },
  ]);
});

test("a reply whose prompt the template would have written otherwise is refused, and can be left out", () => {
  const messages = [user("a"), assistant("b"), user("c"), assistant("d")];
  const options = { templateKwargs: { enable_thinking: false } };
  expect(() => qwen3.segments(messages, options)).toThrow(UnrenderableMessage);
  expect(() => qwen3.segments(messages, options)).toThrow("messages[1]");
  const segments = qwen3.segments(messages, { ...options, replies: [3] });
  expect(segments.map(({ messageIndex }) => messageIndex)).toEqual([null, 3, null]);
  expect(segments[0]?.text.endsWith("<think>\n\n</think>\n\n")).toBe(true);
  expect(segments[1]?.text).toBe("d<|im_end|>");
});

test("a reply ends with the first token that would have ended it, whichever that is", async () => {
  const folder = await writeChatFolder(root, {
    template: QWEN2_STYLE.replace("'<|im_end|>' + '\\n'", "'<|eot_id|><|im_end|>' + '\\n'"),
    generation: { eos_token_id: [4, 2] },
  });
  const format = await openChatFormat(folder);
  expect(format.stopTokenIds).toEqual([4, 2]);
  const pieces = format.segments([user("a"), assistant("b"), user("c"), assistant("d")]);
  const replies = pieces.filter(({ messageIndex }) => messageIndex !== null);
  expect(replies.map(({ text }) => text)).toEqual(["b<|eot_id|>", "d<|eot_id|>"]);
});

test("a template that writes the last reply in another way than its prompt begins is refused", async () => {
  const template =
    "{% for m in messages %}<|im_start|>{{ 'Assistant' if loop.last and m.role == 'assistant' else m.role }} {{ m.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant {% endif %}";
  const format = await openChatFormat(await writeChatFolder(root, { template }));
  expect(() => format.segments([user("a"), assistant("b"), user("c")])).toThrow("messages[1]");
});

test("a prompt ends where the reply begins, and its tokens are the template's text", () => {
  const text = qwen3.tokenizer.decode(
    qwen3.promptTokens([user("hé")], { templateKwargs: { enable_thinking: false } }),
  );
  expect(text).toBe("<|im_start|>user\nhé<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n");
  const [start] = qwen3.promptTokens([user("hé")]);
  expect(start).toBe(qwen3.tokenizer.addedTokenId("<|im_start|>"));
  const plain = qwen3.promptTokens([user("hé")], { addGenerationPrompt: false });
  expect(qwen3.tokenizer.decode(plain)).toBe("<|im_start|>user\nhé<|im_end|>\n");
});

test("in any conversation the pieces are the template's text, and each reply begins where its prompt ends", () => {
  const word = fc.constantFrom("", "yes", " no \n", "é😀", "<tool_call>", "a\n\nb", "{}");
  const turn = fc.oneof(
    fc.record({ role: fc.constant("user"), content: word }),
    fc.record({ role: fc.constant("assistant"), content: word }),
    fc.record({
      role: fc.constant("assistant"),
      content: fc.constant(null),
      tool_calls: fc.constant([call('{"a": "x"}')]),
    }),
    fc.record({ role: fc.constant("tool"), content: word }),
  );
  const turns = fc.array(turn, { maxLength: 7 }).map((rest) =>
    // Qwen3's template thinks in whatever turn is last, so a reply upon a reply has no place in the whole.
    [user("first"), ...rest].filter(({ role }, i, all) => role !== "assistant" || all[i - 1]?.role !== role),
  );
  const formats = fc.constantFrom<[ChatFormat, string]>(
    [qwen2, QWEN2_STYLE],
    [qwen3, QWEN3_STYLE],
    [llama3, LLAMA3_STYLE],
  );
  fc.assert(
    fc.property(turns, formats, fc.boolean(), (messages, [format, source], asks) => {
      const segments = format.segments(messages, { tools, addGenerationPrompt: asks });
      const whole = new Template(source).render({
        messages: messages.map((message) => asTemplatesWant(message)),
        tools,
        add_generation_prompt: asks,
        bos_token: "<|bot|>",
      });
      expect(segments.map(({ text }) => text).join("")).toBe(whole);
      const wanted = messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
      expect(segments.flatMap(({ messageIndex }) => messageIndex ?? [])).toEqual(wanted);
      let before = "";
      for (const { text, messageIndex } of segments) {
        if (messageIndex !== null) {
          const prompt = format.promptTokens(messages.slice(0, messageIndex), { tools });
          expect(format.tokenizer.decode(prompt)).toBe(before);
          const ends = [...text.matchAll(/<\|im_end\|>|<\|eot_id\|>/g)].map(({ index }) => index);
          expect(ends).toEqual([text.lastIndexOf("<|")]);
        }
        before += text;
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

test("a template that ends no turn with a token has replies that end with their text", async () => {
  const template =
    "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}";
  const format = await openChatFormat(await writeChatFolder(root, { template }));
  expect(format.stopTokenIds).toEqual([]);
  expect(format.segments([user("a"), assistant("b"), user("c")])).toMatchObject([
    { text: "user: a\nassistant: ", messageIndex: null },
    { text: "b\n", messageIndex: 1 },
    { text: "user: c\n", messageIndex: null },
  ]);
  expect(format.segments([user("a"), assistant("b")], { addGenerationPrompt: true })).toMatchObject([
    { text: "user: a\nassistant: ", messageIndex: null },
    { text: "b\n", messageIndex: 1 },
    { text: "assistant: ", messageIndex: null },
  ]);
});

test("replies end with the files' end tokens, and with the token that the template writes after a reply", async () => {
  const named = await writeChatFolder(root, {
    template: QWEN2_STYLE,
    generation: { eos_token_id: [0, 99999] },
    config: { eos_token_id: 3 },
    settings: { eos_token: { content: "<|eot_id|>" } },
  });
  expect((await openChatFormat(named)).stopTokenIds).toEqual([0, 3, 4, 2]);
  expect(qwen2.stopTokenIds).toEqual([2]);
  expect(llama3.stopTokenIds).toEqual([4]);
});

test("content may be left out, null or a list of texts, and nulls are as if they were not sent", async () => {
  const read = (message: object) => qwen2.tokenizer.decode(qwen2.promptTokens([message]));
  expect(
    read(
      user([
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ]),
    ),
  ).toContain("user\na\nb<|im_end|>");
  expect(read(assistant(null, { tool_calls: null, refusal: null }))).toContain("assistant\n<|im_end|>");
  expect(read(assistant("x", { tool_calls: [] }))).toContain("assistant\nx<|im_end|>");
  expect(read({ role: "developer", content: "rules" })).toMatch(
    /^<\|im_start\|>system\nrules<\|im_end\|>\n<\|im_start\|>assistant/,
  );
  const probe = await openChatFormat(
    await writeChatFolder(root, { template: "{{ 'refusal' in messages[0] }}" }),
  );
  expect(probe.tokenizer.decode(probe.promptTokens([{ ...user("a"), refusal: null }]))).toBe("false");
  expect(qwen2.promptTokens([user("a")], { tools: [] })).toEqual(
    qwen2.promptTokens([user("a")], { tools: null }),
  );
});

test.each<[string, unknown[], string]>([
  ["a message that is not an object", ["hi"], "messages[0] is not an object"],
  ["an unknown role", [user("a"), { role: "robot", content: "b" }], 'messages[1].role is "robot"'],
  ["no role", [{ content: "b" }], "messages[0].role is missing"],
  ["content that is a number", [user(7)], "messages[0].content is a number"],
  [
    "a picture",
    [user([{ type: "image_url", image_url: {} }])],
    'messages[0].content[0] is of type "image_url"',
  ],
  ["calls that are not a list", [assistant("", { tool_calls: {} })], "messages[0].tool_calls is not a list"],
  ["a call without a name", [assistant("", { tool_calls: [{ function: {} }] })], "messages[0].tool_calls[0]"],
  ["the old form of calls", [assistant("", { function_call: { name: "f" } })], "messages[0].function_call"],
])("%s is refused with its place", (_, messages, words) => {
  expect(() => qwen2.promptTokens(messages)).toThrow(UnrenderableMessage);
  expect(() => qwen2.promptTokens(messages)).toThrow(words);
});

test("a template's refusal is a rejected request with the template's message", () => {
  const twoCalls = [user("a"), assistant("", { tool_calls: [call("{}"), call("{}")] })];
  expect(() => llama3.promptTokens(twoCalls)).toThrow("Only one tool can be called at once.");
  expect(() => llama3.promptTokens(twoCalls)).toThrow(Rejected);
  expect(() => llama3.promptTokens([{ role: "system", content: "s" }], { tools })).toThrow(
    "first user message",
  );
});

test("the template is taken from its own file, then from the old JSON file, then from the tokenizer's settings", async () => {
  const places = { settings: { chat_template: "settings" }, json: "json", template: "file" };
  const read = async (options: ChatFolder) => {
    const format = await openChatFormat(await writeChatFolder(root, options));
    return [format.promptTokens([user("a")]), format.promptTokens([user("a")], { tools })].map(
      format.tokenizer.decode,
    );
  };
  expect(await read(places)).toEqual(["file", "file"]);
  expect(await read({ ...places, template: undefined })).toEqual(["json", "json"]);
  expect(await read({ settings: places.settings })).toEqual(["settings", "settings"]);
  const named = [
    { name: "default", template: "plain" },
    { name: "tool_use", template: "with tools" },
  ];
  expect(await read({ settings: { chat_template: named } })).toEqual(["plain", "with tools"]);
});

test("a folder without a template, with one that is no Jinja, or without a context length is refused", async () => {
  const refused: [ChatFolder, string][] = [
    [{}, "has no chat template"],
    [{ template: "{% if %}" }, "chat template cannot be read"],
    [{ template: "x", config: { max_position_embeddings: "long" } }, 'max_position_embeddings "long"'],
  ];
  for (const [options, words] of refused) {
    const opened = openChatFormat(await writeChatFolder(root, options));
    await expect(opened).rejects.toThrow(UnsupportedModel);
    await expect(opened).rejects.toThrow(words);
  }
});

test("a reply is read in the form that its template teaches, and keeps a stop token's text that it spells out", () => {
  expect([qwen2, qwen3, llama3].map((format) => format.toolCallForm)).toEqual(["hermes", "hermes", "llama3"]);
  const spelledOut = "A turn ends with <|im_end|>";
  expect(qwen2.parseReply(spelledOut)).toEqual({ content: spelledOut, toolCalls: [] });
  expect(qwen2.contextLength).toBe(512);
});

test("what a template writes for calls is read back as the same calls", () => {
  const toolCalls = [call('{"a": "é \\"x\\" </tool_call>", "b": [1, {"c": null}]}')];
  for (const format of [qwen2, qwen3, llama3]) {
    const segments = format.segments([user("a"), assistant(null, { tool_calls: toolCalls })]);
    const written = segments.find(({ messageIndex }) => messageIndex === 1)?.text ?? "";
    const reply = format.parseReply(written.replace(/<\|(im_end|eot_id)\|>$/, ""));
    const thinking = format === qwen3 ? "<think>\n\n</think>" : null;
    expect(reply.content).toBe(thinking);
    expect(reply.toolCalls).toEqual([{ name: "add", arguments: toolCalls[0]?.function.arguments }]);
  }
});

/** Null content as an empty text, arguments as the value that they are. */
function asTemplatesWant(message: Record<string, unknown>): Record<string, unknown> {
  const calls = message.tool_calls
    ? { tool_calls: [{ ...call(""), function: { name: "add", arguments: { a: "x" } } }] }
    : {};
  return { ...message, content: message.content ?? "", ...calls };
}

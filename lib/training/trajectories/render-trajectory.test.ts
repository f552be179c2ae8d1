import { beforeAll, describe, expect, test } from "vitest";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { tinyFormat } from "#lib/testing/engines/tiny-format.ts";
import { readTrajectoryGroups } from "./read-trajectory-groups.ts";
import { renderTrajectory } from "./render-trajectory.ts";
import type { TrainableSequence } from "./sequence-builder.ts";
import { tokenLookup } from "./token-lookup.ts";

let format: ChatFormat;
let end: number;
beforeAll(async () => {
  format = await tinyFormat();
  end = format.tokenizer.addedTokenId("<|im_end|>") ?? -1;
});

const ASK = { role: "user", content: "respond with yes or no" };
const AGAIN = { role: "user", content: "and again" };

describe("the sampled tokens are trained", () => {
  test("a reply follows the template's prompt, with its sampled tokens and their log-probabilities", () => {
    const tokenIds = [...spelled("no"), end];
    const [sequence, ...others] = render({ messages_and_choices: [ASK, choice("no", tokenIds)] });
    expect(others).toEqual([]);
    expect(trained(sequence)).toEqual(tokenIds);
    expect(contextBefore(sequence)).toEqual(format.promptTokens([ASK]));
    expect(sequence?.oldLogprobs).toEqual(tokenIds.map((_, t) => -0.25 * (t + 1)));
  });

  test("tokens other than those of the reply's text stay as they were sampled", () => {
    // "respond" is one token of this vocabulary; spelled out in letters it is seven.
    expect(format.tokenizer.encode("respond")).not.toEqual(spelled("respond"));
    const [sequence] = render({
      messages_and_choices: [ASK, choice("respond", [...spelled("respond"), end])],
    });
    expect(trained(sequence)).toEqual([...spelled("respond"), end]);
  });

  test("what follows the last reply is left out, and quoted replies are context", () => {
    const history = [
      ASK,
      { role: "assistant", content: "quoted" },
      AGAIN,
      choice("no", [...spelled("no"), end]),
      ASK,
    ];
    const [sequence] = render({ messages_and_choices: history });
    expect(trained(sequence)).toEqual([...spelled("no"), end]);
    expect(contextBefore(sequence)).toEqual(format.promptTokens([ASK, history[1], AGAIN]));
    expect(sequence?.tokenIds.at(-1)).toBe(end);
  });

  test("the turns of one conversation continue in one sequence", () => {
    const first = choice("no", [...format.tokenizer.encode("no"), end]);
    const second = choice("one", [...format.tokenizer.encode("one"), end]);
    const sequences = render({ messages_and_choices: [ASK, first, AGAIN, second] });
    expect(sequences).toHaveLength(1);
    expect(trained(sequences[0])).toEqual([...first.token_ids, ...second.token_ids]);
    expect(format.tokenizer.decode(sequences[0]?.tokenIds ?? [])).toBe(
      "<|im_start|>user\nrespond with yes or no<|im_end|>\n<|im_start|>assistant\nno<|im_end|>\n" +
        "<|im_start|>user\nand again<|im_end|>\n<|im_start|>assistant\none<|im_end|>",
    );
  });

  test("a reply cut by its length gets its end of turn as untrained context when more turns follow", () => {
    const cut = choice("no", format.tokenizer.encode("no"));
    const last = choice("one", format.tokenizer.encode("one"));
    const [sequence, ...others] = render({ messages_and_choices: [ASK, cut, AGAIN, last] });
    expect(others).toEqual([]);
    expect(trained(sequence)).toEqual([...cut.token_ids, ...last.token_ids]);
    const behindCut = format.promptTokens([ASK]).length + cut.token_ids.length;
    expect(sequence?.tokenIds[behindCut]).toBe(end);
    expect(sequence?.positions).not.toContain(behindCut);
  });

  test("a turn after a reply with uncommon tokens begins a sequence of its own, with the context it was sampled in", () => {
    const uncommon = choice("respond", [...spelled("respond"), end]);
    const last = choice("one", [...format.tokenizer.encode("one"), end]);
    const sequences = render({ messages_and_choices: [ASK, uncommon, AGAIN, last] });
    expect(sequences.map(trained)).toEqual([uncommon.token_ids, last.token_ids]);
    expect(contextBefore(sequences[1])).toEqual(format.promptTokens([ASK, uncommon.message, AGAIN]));
  });

  test("the prompt that came back with a reply is its context, to the token", () => {
    const prompt = [...spelled("a prompt of other tools")];
    const reply = { ...choice("no", [...spelled("no"), end]), prompt_token_ids: prompt };
    const [sequence] = render({ messages_and_choices: [ASK, reply] });
    expect(contextBefore(sequence)).toEqual(prompt);
  });

  test("tools are part of the prompt", () => {
    const tools = [{ type: "function", function: { name: "search", parameters: {} } }];
    const [sequence] = render({ messages_and_choices: [ASK, choice("no", [end])], tools });
    expect(contextBefore(sequence)).toEqual(format.promptTokens([ASK], { tools }));
  });

  test("a reply that calls a tool is trained with its tokens, whatever the template writes for it", () => {
    const calling = choice(null, [...spelled("call"), end]);
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", function: { name: "f", arguments: "{}" } }],
    };
    const history = [ASK, { ...calling, message }, { role: "tool", content: "42" }, choice("one", [end])];
    const sequences = render({ messages_and_choices: history });
    expect(sequences.map(trained)).toEqual([[...spelled("call"), end], [end]]);
  });

  test("additional histories and exchanges are trained beside the first conversation", () => {
    const reply = choice("no", [...spelled("no"), end]);
    const additional = [{ messages_and_choices: [AGAIN, reply] }];
    expect(render({ messages_and_choices: [ASK, reply], additional_histories: additional })).toHaveLength(2);
    const exchange = (messages: unknown[]) => ({ request: { messages }, response: { choices: [reply] } });
    const exchanges = { chat_completions: [exchange([ASK]), exchange([AGAIN])] };
    expect(render({ exchanges }).map(trained)).toEqual([reply.token_ids, reply.token_ids]);
  });
});

describe("replies without log-probabilities", () => {
  const bare = {
    finish_reason: "stop",
    index: 0,
    message: { role: "assistant", content: "no" },
    logprobs: null,
  };
  const history = [ASK, { role: "assistant", content: "one" }, AGAIN, bare];

  test("are context", () => {
    expect(render({ messages_and_choices: history })).toEqual([]);
  });

  test("are trained like the present policy's where the job allows it, and so are messages", () => {
    const [sequence, ...others] = render({ messages_and_choices: history }, { trainsWithoutLogprobs: true });
    expect(others).toEqual([]);
    expect(format.tokenizer.decode(trained(sequence))).toBe("one<|im_end|>no<|im_end|>");
    expect(sequence?.oldLogprobs.every(Number.isNaN)).toBe(true);
  });

  test("in a recorded exchange the earlier replies are trained in their own exchange alone", () => {
    const exchanges = {
      chat_completions: [{ request: { messages: history.slice(0, 3) }, response: { choices: [bare] } }],
    };
    const [sequence] = render({ exchanges }, { trainsWithoutLogprobs: true });
    expect(format.tokenizer.decode(trained(sequence))).toBe("no<|im_end|>");
  });
});

describe("replies whose tokens are known by text", () => {
  const texts = (...tokens: object[]) => ({
    finish_reason: "stop",
    message: { role: "assistant", content: "no" },
    logprobs: { content: tokens.map((token) => ({ logprob: -1, ...token })) },
  });

  test("are looked up in the vocabulary, by bytes where there are some", () => {
    const reply = texts({ token: "n" }, { token: "?", bytes: [111] }, { token: "<|im_end|>" });
    const [sequence] = render({ messages_and_choices: [ASK, reply] });
    expect(trained(sequence)).toEqual([...spelled("no"), end]);
  });

  test("are context where a text is no token", () => {
    const reply = texts({ token: "never heard of" }, { token: "<|im_end|>" });
    expect(render({ messages_and_choices: [ASK, reply] })).toEqual([]);
  });
});

test("tokens of another vocabulary are refused at their place", () => {
  const foreign = { messages_and_choices: [ASK, choice("no", [5, 90_000])] };
  expect(() => render(foreign)).toThrow(Rejected);
  expect(() => render(foreign)).toThrow(
    /trajectories\[0\]\.messages_and_choices\[1\] has token id 90000, but the model's vocabulary has \d+ tokens/,
  );
});

test("a conversation that the template cannot write is refused at its place", () => {
  const strange = { messages_and_choices: [{ role: "oracle", content: "x" }, choice("no", [end])] };
  expect(() => render(strange)).toThrow(/messages_and_choices\[1\]: messages\[0\]\.role is "oracle"/);
});

test("each sampled token is trained once over all histories", () => {
  const replies = Array.from({ length: 6 }, (_, i) =>
    choice("one", [...spelled("one".slice(0, i % 4)), end]),
  );
  const turns = replies.flatMap((reply) => [AGAIN, reply]);
  const trajectory = {
    messages_and_choices: turns.slice(0, 6),
    additional_histories: [{ messages_and_choices: turns.slice(6) }],
  };
  const all = render(trajectory).flatMap(trained);
  expect(all).toEqual(replies.flatMap(({ token_ids }) => token_ids));
});

function render(trajectory: object, options: { trainsWithoutLogprobs?: boolean } = {}): TrainableSequence[] {
  const [group] = readTrajectoryGroups([{ trajectories: [trajectory] }]);
  const [read] = group?.trajectories ?? [];
  if (!read) throw new Error("the trajectory was not read");
  return renderTrajectory(read, {
    format,
    lookup: tokenLookup(format.tokenizer),
    trainsWithoutLogprobs: options.trainsWithoutLogprobs ?? false,
  });
}

/** A text in tokens of one character each. */
function spelled(text: string): number[] {
  return [...text].flatMap((character) => format.tokenizer.encode(character));
}

function choice(content: string | null, tokenIds: readonly number[]) {
  return {
    finish_reason: "stop",
    index: 0,
    message: { role: "assistant", content },
    logprobs: { content: tokenIds.map((id, t) => ({ token: `token_id:${id}`, logprob: -0.25 * (t + 1) })) },
    token_ids: tokenIds,
  };
}

function trained(sequence: TrainableSequence | undefined): number[] {
  return sequence?.positions.map((position) => sequence.tokenIds[position] ?? -1) ?? [];
}

function contextBefore(sequence: TrainableSequence | undefined): readonly number[] {
  return sequence?.tokenIds.slice(0, sequence.positions[0]) ?? [];
}

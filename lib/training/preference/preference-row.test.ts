import { expect, test } from "vitest";
import { Rejected } from "#lib/platform/errors.ts";
import { readPreferenceRow } from "./preference-row.ts";

const ask = { role: "user", content: "Where is it?" };
const say = (content: string) => ({ role: "assistant", content });
const [yes, no] = [say("Here."), say("Who knows.")];
const tools = [{ type: "function", function: { name: "find" } }];

test("a pair reads the same in the service's, TRL's and OpenAI's forms", () => {
  const reply = (message: object) => ({ prompt: [ask], tools: null, messages: [message] });
  const pair = {
    kind: "pair",
    line: 3,
    weight: 1,
    chosen: reply(yes),
    rejected: reply(no),
    strength: 1,
  };
  for (const row of [
    { prompt: [ask], chosen: [yes], rejected: [no] },
    { prompt: [ask], chosen: [yes], rejected: [no], margin: 1, weight: 1, split: "train", row_id: "a" },
    { prompt: "Where is it?", chosen: "Here.", rejected: "Who knows." },
    { chosen: [ask, yes], rejected: [ask, no] },
    { input: { messages: [ask], tools: [] }, preferred_output: [yes], non_preferred_output: [no] },
  ])
    expect(readPreferenceRow(row, 3)).toEqual(pair);
  const strong = { prompt: [ask], chosen: [yes], rejected: [no], margin: 2, weight: 0.25, tools };
  expect(readPreferenceRow(strong, 1)).toMatchObject({ strength: 2, weight: 0.25, chosen: { tools } });
});

test("a reply that was called good or bad, and replies with rewards, read as such", () => {
  const rated = { prompt: "Where is it?", completion: "Here.", label: false };
  expect(readPreferenceRow(rated, 1)).toMatchObject({
    kind: "rated",
    isGood: false,
    reply: { prompt: [ask], messages: [yes] },
  });
  const choice = { finish_reason: "stop", index: 0, message: { content: "Here." } };
  const trajectories = [
    { messages_and_choices: [ask, choice], reward: 1 },
    { messages_and_choices: [ask, no], reward: 0 },
  ];
  expect(readPreferenceRow({ trajectories }, 1)).toMatchObject({
    kind: "rewarded",
    replies: [
      { prompt: [ask], messages: [yes], reward: 1 },
      { prompt: [ask], messages: [no], reward: 0 },
    ],
  });
});

test("a single reply with its reward reads as one of several that rewards compare", () => {
  expect(readPreferenceRow({ prompt: "Where is it?", completion: "Here.", reward: 0.5 }, 1)).toMatchObject({
    kind: "rewarded",
    replies: [{ prompt: [ask], messages: [yes], reward: 0.5 }],
  });
});

test.each([
  [[], "line 7 is not an object"],
  [{ messages: [ask, yes] }, "line 7 has no replies to compare"],
  [{ prompt: [ask], chosen: [yes] }, "line 7: rejected is missing; send a list of messages"],
  [{ prompt: [ask], chosen: [yes], rejected: [{ content: "x" }] }, "line 7: rejected[0] has no role"],
  [{ prompt: [ask], chosen: [yes, ask], rejected: [no] }, 'line 7: chosen ends with "user"'],
  [{ prompt: [ask], chosen: [yes], rejected: [yes] }, "line 7: chosen and rejected say the same"],
  [{ chosen: [yes], rejected: [no] }, "line 7 has no prompt"],
  [{ prompt: [ask], chosen: [yes], rejected: [no], tools: "all" }, 'line 7: tools is "all"'],
  [{ prompt: [ask], completion: [yes], label: "good" }, 'line 7: label is "good"; send true'],
  [{ prompt: [ask], completion: [yes], reward: "good" }, 'line 7: reward is "good"; send a number'],
  [{ input: {}, preferred_output: [yes] }, "line 7: input.messages is missing"],
  [{ trajectories: [{}] }, "line 7 has 1 trajectories; rewards are compared"],
  [
    {
      trajectories: [
        { messages_and_choices: [ask, yes], reward: null },
        { messages_and_choices: [ask], reward: 1 },
      ],
    },
    "line 7: trajectories[0].reward is null; send a number",
  ],
])("%j is refused with its line and what to send", (row, words) => {
  expect(() => readPreferenceRow(row, 7)).toThrow(Rejected);
  expect(() => readPreferenceRow(row, 7)).toThrow(words);
});

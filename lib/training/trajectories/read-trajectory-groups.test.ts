import { describe, expect, test } from "vitest";
import { Rejected } from "#lib/platform/errors.ts";
import { readTrajectoryGroups } from "./read-trajectory-groups.ts";

const QUESTION = { role: "user", content: "respond with yes or no" };
const CHOICE = {
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content: "no" },
  logprobs: {
    content: [
      { token: "token_id:7", bytes: [110, 111], logprob: -0.5, top_logprobs: [] },
      { token: "token_id:2", bytes: [], logprob: -0.1, top_logprobs: [] },
    ],
    refusal: null,
  },
  token_ids: [7, 2],
  prompt_token_ids: [5, 6],
};

test("a log-probability above 0 is refused with its place, and what rounding adds to one of 0 is taken for 0", () => {
  const read = (logprob: number) => {
    const content = [{ ...CHOICE.logprobs.content[0], logprob }, CHOICE.logprobs.content[1]];
    const choice = { ...CHOICE, logprobs: { content } };
    return readTrajectoryGroups([
      { trajectories: [{ messages_and_choices: [QUESTION, choice], reward: 1 }] },
    ]);
  };
  expect(() => read(3)).toThrow(/logprobs\.content\[0\]\.logprob is 3; .* never above 0/);
  expect(JSON.stringify(read(0.002))).toContain('"logprob":0}');
});

describe("what clients send is read", () => {
  test("messages and choices are distinguished by their shape, and explicit nulls count as empty", () => {
    const [group] = readTrajectoryGroups([
      {
        trajectories: [
          {
            messages_and_choices: [QUESTION, CHOICE, { role: "assistant", content: "quoted" }],
            tools: null,
            additional_histories: null,
            reward: 0.75,
            metrics: null,
            metadata: null,
            logs: null,
            initial_policy_version: null,
          },
        ],
        exceptions: null,
        metrics: { solved: true, turns: 2, note: "text" },
      },
    ]);
    const [trajectory] = group?.trajectories ?? [];
    expect(group).toMatchObject({ exceptionCount: 0, metrics: { solved: 1, turns: 2 } });
    expect(trajectory?.reward).toBe(0.75);
    expect(trajectory?.histories).toHaveLength(1);
    expect(trajectory?.histories[0]?.turns.map(({ kind }) => kind)).toEqual(["message", "choice", "message"]);
    expect(trajectory?.histories[0]?.turns[1]).toMatchObject({
      tokenIds: [7, 2],
      promptTokenIds: [5, 6],
      tokenLogprobs: [{ logprob: -0.5 }, { logprob: -0.1 }],
    });
  });

  test("a missing or null reward is 0, and absent keys are empty", () => {
    const [group] = readTrajectoryGroups([{ trajectories: [{}, { reward: null }] }]);
    expect(group?.trajectories.map(({ reward }) => reward)).toEqual([0, 0]);
    expect(group?.trajectories[0]?.histories).toEqual([{ turns: [], tools: null, mayTrainMessages: true }]);
  });

  test("additional histories belong to the trajectory, with their own tools", () => {
    const tools = [{ type: "function", function: { name: "search" } }];
    const [group] = readTrajectoryGroups([
      {
        trajectories: [
          {
            messages_and_choices: [QUESTION, CHOICE],
            additional_histories: [{ messages_and_choices: [QUESTION, CHOICE], tools }],
          },
        ],
        exceptions: [{ type: "TimeoutError", message: "too slow", traceback: "" }],
      },
    ]);
    expect(group?.exceptionCount).toBe(1);
    expect(group?.trajectories[0]?.histories.map((history) => history.tools)).toEqual([null, tools]);
  });

  test("a recorded exchange is its request's messages and its response's first choice", () => {
    const { prompt_token_ids, ...bare } = CHOICE;
    const exchange = {
      request: { messages: [QUESTION], tools: [{ type: "function" }], model: "m" },
      response: { choices: [bare, CHOICE], prompt_token_ids },
      model: "m",
    };
    const unanswered = { request: { messages: [QUESTION] }, response: null };
    const [group] = readTrajectoryGroups([
      { trajectories: [{ exchanges: { chat_completions: [exchange, unanswered] }, reward: 1 }] },
    ]);
    const histories = group?.trajectories[0]?.histories ?? [];
    expect(histories).toHaveLength(1);
    expect(histories[0]).toMatchObject({ tools: [{ type: "function" }], mayTrainMessages: false });
    expect(histories[0]?.turns).toMatchObject([
      { kind: "message" },
      { kind: "choice", tokenIds: [7, 2], promptTokenIds: [5, 6] },
    ]);
  });

  test("token numbers are read out of the log-probabilities where token_ids are missing", () => {
    const { token_ids: _, ...choice } = CHOICE;
    expect(choiceOf(choice)).toMatchObject({ tokenIds: [7, 2] });
    const text = { ...choice, logprobs: { content: [{ token: "no", logprob: -1 }] } };
    expect(choiceOf(text)).toMatchObject({ tokenIds: null, tokenLogprobs: [{ token: "no", logprob: -1 }] });
  });

  test("a log-probability that is null or stands for minus infinity is not known", () => {
    const content = [
      { token: "token_id:7", logprob: null },
      { token: "token_id:2", logprob: -9999 },
    ];
    expect(choiceOf({ ...CHOICE, logprobs: { content } })).toMatchObject({
      tokenLogprobs: [{ logprob: Number.NaN }, { logprob: Number.NaN }],
    });
  });
});

describe("what cannot be read is refused at its place", () => {
  test.each([
    [{ a: 1 }, "trajectory_groups is {"],
    [[null], "trajectory_groups[0] is null"],
    [[{}], "trajectory_groups[0].trajectories is missing"],
    [[{ trajectories: ["x"] }], 'trajectory_groups[0].trajectories[0] is "x"'],
    [[{ trajectories: [{ reward: "1" }] }], 'trajectories[0].reward is "1"; send a number'],
    [[{ trajectories: [{ reward: 1e200 }] }], "trajectories[0].reward is 1e+200"],
    [[{ trajectories: [{ messages_and_choices: [{ content: "x" }] }] }], "[0] is neither a message"],
    [[{ trajectories: [{ tools: "x" }] }], "trajectories[0].tools is"],
    [
      [{ trajectories: [{ messages_and_choices: [{ ...CHOICE, token_ids: [7] }] }] }],
      "messages_and_choices[0] has 1 token_ids and 2 logprobs.content",
    ],
    [
      [{ trajectories: [{ messages_and_choices: [{ ...CHOICE, token_ids: [7, -2] }] }] }],
      "messages_and_choices[0].token_ids[1] is -2",
    ],
    [
      [
        {
          trajectories: [
            { messages_and_choices: [{ ...CHOICE, logprobs: { content: [{ logprob: "x" }] } }] },
          ],
        },
      ],
      'logprobs.content[0].logprob is "x"',
    ],
    [
      [{ trajectories: [{ exchanges: { chat_completions: [{ response: { choices: [CHOICE] } }] } }] }],
      "chat_completions[0].request is missing",
    ],
  ])("%j", (json, words) => {
    expect(() => readTrajectoryGroups(json)).toThrow(Rejected);
    expect(() => readTrajectoryGroups(json)).toThrow(words);
  });
});

function choiceOf(choice: unknown) {
  const [group] = readTrajectoryGroups([{ trajectories: [{ messages_and_choices: [choice] }] }]);
  return group?.trajectories[0]?.histories[0]?.turns[0];
}

import type OpenAI from "openai";
import type { Json } from "./art-client.ts";

type Choice = OpenAI.ChatCompletion.Choice;

/** A conversation with its reward as released clients dump it: each key, absent ones as null. */
export function trajectory(messagesAndChoices: readonly unknown[], reward: number, more: Json = {}): Json {
  return {
    messages_and_choices: messagesAndChoices,
    tools: null,
    additional_histories: [],
    reward,
    initial_policy_version: null,
    final_policy_version: null,
    metrics: { is_right: reward > 0, turns: 1 },
    auto_metrics: {},
    metadata: { scenario: "yes-no-maybe", note: null },
    logs: ["asked", "answered"],
    start_time: "2026-01-05T09:30:00.000000",
    ...more,
  };
}

/** The same as newer clients dump it: whole requests and responses, and nothing that has its default. */
export function exchangeTrajectory(
  asked: readonly { request: object; response: OpenAI.ChatCompletion }[],
  reward: number,
): Json {
  const chat_completions = asked.map(({ request, response }) => ({
    request,
    response,
    model: response.model,
    start_time: 1_767_605_400.25,
    end_time: 1_767_605_401.5,
  }));
  return { exchanges: { chat_completions }, ...(reward === 0 ? {} : { reward }) };
}

export function group(trajectories: readonly unknown[], more: Json = {}): Json {
  return { trajectories, exceptions: [], metadata: {}, metrics: {}, logs: [], ...more };
}

/** The fields that training takes from a choice; the client's type does not know all of them. */
export function sampled(choice: Choice | undefined): { tokenIds: number[]; promptTokenIds: number[] } {
  const { token_ids, prompt_token_ids } = Object(choice);
  return { tokenIds: token_ids, promptTokenIds: prompt_token_ids };
}

import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { readChoice } from "./read-choice.internal.ts";
import type { History, Trajectory, TrajectoryGroup, Turn } from "./trajectory-group.ts";

/** Beyond it the squares of deviations would no longer be numbers. */
const MAX_REWARD = 1e100;

/**
 * Reads the trajectory groups of a request's JSON. Absent and null keys count as empty, a missing reward as 0. Throws `Rejected` that
 * names the place and what to do.
 */
export function readTrajectoryGroups(json: unknown): TrajectoryGroup[] {
  return requireList(json, "trajectory_groups").map(readTrajectoryGroup);
}

/** One element of the list, for readers that take turns with other work. */
export function readTrajectoryGroup(json: unknown, index: number): TrajectoryGroup {
  const place = `trajectory_groups[${index}]`;
  const group = requireDict(json, place);
  const trajectories = requireList(group.trajectories, `${place}.trajectories`);
  return {
    trajectories: trajectories.map((trajectory, t) =>
      readTrajectory(trajectory, `${place}.trajectories[${t}]`),
    ),
    exceptionCount: listOrEmpty(group.exceptions, `${place}.exceptions`).length,
    metrics: numbersIn(group.metrics),
  };
}

/** One trajectory, which stands at `place`. */
export function readTrajectory(json: unknown, place: string): Trajectory {
  const trajectory = requireDict(json, place);
  const exchanges = exchangesOf(trajectory, place);
  return {
    reward: readReward(trajectory.reward, place),
    histories: exchanges.length > 0 ? exchanges : historiesOf(trajectory, place),
  };
}

function readReward(reward: unknown, place: string): number {
  if (reward === undefined || reward === null) return 0;
  if (typeof reward === "number" && Math.abs(reward) <= MAX_REWARD) return reward;
  throw new Rejected(`${place}.reward is ${quoted(reward)}; send a number of at most ${MAX_REWARD}`);
}

function historiesOf(trajectory: Record<string, unknown>, place: string): History[] {
  const additional = listOrEmpty(trajectory.additional_histories, `${place}.additional_histories`);
  return [
    readHistory(trajectory, place),
    ...additional.map((history, h) => {
      const where = `${place}.additional_histories[${h}]`;
      return readHistory(requireDict(history, where), where);
    }),
  ];
}

function readHistory(history: Record<string, unknown>, place: string): History {
  const items = listOrEmpty(history.messages_and_choices, `${place}.messages_and_choices`);
  return {
    turns: items.map((item, i) => readTurn(item, `${place}.messages_and_choices[${i}]`)),
    tools: toolsOf(history.tools, `${place}.tools`),
    mayTrainMessages: true,
  };
}

/**
 * The recorded chat completions of a trajectory that keeps its requests and responses. Its records of other interfaces carry no
 * log-probabilities of ours, so there is nothing in them to train on.
 */
function exchangesOf(trajectory: Record<string, unknown>, place: string): History[] {
  if (trajectory.exchanges === undefined || trajectory.exchanges === null) return [];
  const exchanges = requireDict(trajectory.exchanges, `${place}.exchanges`);
  const where = `${place}.exchanges.chat_completions`;
  return listOrEmpty(exchanges.chat_completions, where).flatMap((exchange, e) =>
    readExchange(requireDict(exchange, `${where}[${e}]`), `${where}[${e}]`),
  );
}

/** Nothing for a request that got no answer. */
function readExchange(exchange: Record<string, unknown>, place: string): History[] {
  const response = isDict(exchange.response) ? exchange.response : {};
  const [choice] = listOrEmpty(response.choices, `${place}.response.choices`);
  if (choice === undefined) return [];
  const request = requireDict(exchange.request, `${place}.request`);
  const messages = requireList(request.messages, `${place}.request.messages`);
  const turns = messages.map((message, m) => readTurn(message, `${place}.request.messages[${m}]`));
  const where = `${place}.response.choices[0]`;
  const reply = readChoice(withPrompt(requireDict(choice, where), response), where);
  return [
    {
      turns: [...turns, reply],
      tools: toolsOf(request.tools, `${place}.request.tools`),
      mayTrainMessages: false,
    },
  ];
}

/** The prompt's tokens stand on the choice, on the response, or on both. */
function withPrompt(
  choice: Record<string, unknown>,
  response: Record<string, unknown>,
): Record<string, unknown> {
  return { ...choice, prompt_token_ids: choice.prompt_token_ids ?? response.prompt_token_ids };
}

/** A message says who speaks; a choice wraps the message that was sampled. */
function readTurn(json: unknown, place: string): Turn {
  const item = requireDict(json, place);
  if (typeof item.role === "string") return { kind: "message", place, message: item };
  if (isDict(item.message)) return readChoice(item, place);
  throw new Rejected(
    `${place} is neither a message (an object with a role) nor a choice (an object with a message)`,
  );
}

function toolsOf(tools: unknown, place: string): readonly unknown[] | null {
  const list = listOrEmpty(tools, place);
  return list.length === 0 ? null : list;
}

function numbersIn(metrics: unknown): Record<string, number> {
  if (!isDict(metrics)) return {};
  const numbers = Object.entries(metrics).flatMap(([name, value]): [string, number][] => {
    if (typeof value === "boolean") return [[name, value ? 1 : 0]];
    return typeof value === "number" && Number.isFinite(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(numbers);
}

function requireDict(json: unknown, place: string): Record<string, unknown> {
  if (isDict(json)) return json;
  throw new Rejected(`${place} is ${quoted(json)}; send an object`);
}

function requireList(json: unknown, place: string): unknown[] {
  if (Array.isArray(json)) return json;
  throw new Rejected(`${place} is ${quoted(json)}; send a list`);
}

function listOrEmpty(json: unknown, place: string): unknown[] {
  return json === undefined || json === null ? [] : requireList(json, place);
}

function quoted(json: unknown): string {
  return json === undefined ? "missing" : JSON.stringify(json).slice(0, 60);
}

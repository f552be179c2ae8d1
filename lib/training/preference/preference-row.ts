import { isDict } from "#lib/contract/fields.ts";
import { isPromptWithCompletion } from "#lib/datasets/import/row-shapes.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { weightOf } from "#lib/training/trajectories/render-row.ts";
import type { ChatMessage } from "#lib/training/trajectories/trajectory-group.ts";

/** One reply in the place where it was given. */
export type GivenReply = {
  readonly prompt: readonly ChatMessage[];
  readonly tools: readonly unknown[] | null;
  readonly messages: readonly ChatMessage[];
};

type Placed = {
  /** Where it stands in its file, counted from 1. */
  readonly line: number;
  /** How much it counts within its batch. */
  readonly weight: number;
};

/** Two replies to one prompt, of which people preferred the first. */
export type PairRow = Placed & {
  readonly kind: "pair";
  readonly chosen: GivenReply;
  readonly rejected: GivenReply;
  readonly strength: 1 | 2;
};
/** A reply that people called good or bad. */
export type RatedRow = Placed & {
  readonly kind: "rated";
  readonly reply: GivenReply;
  readonly isGood: boolean;
};
/** Replies to one prompt with their rewards, or one reply, whose reward is held against those of other rows. */
export type RewardedRow = Placed & {
  readonly kind: "rewarded";
  readonly replies: readonly (GivenReply & { readonly reward: number })[];
};
export type PreferenceRow = PairRow | RatedRow | RewardedRow;

const SHAPES =
  '{"prompt": […], "chosen": […], "rejected": […]}, {"input": {"messages": […]}, "preferred_output": […], "non_preferred_output": […]}, {"prompt": […], "completion": […], "label": true}, {"prompt": […], "completion": […], "reward": 1} or {"trajectories": [{"messages_and_choices": […], "reward": 1}]}';

/**
 * Reads one line of preference data, counted from 1: a pair as the service's datasets and TRL write it (whose texts may be plain, and whose prompt may stand
 * in both replies), a pair in OpenAI's form, a reply that was called good or bad or rewarded, or the rewarded replies to a prompt. Throws `Rejected` that names the line.
 */
export function readPreferenceRow(json: unknown, line: number): PreferenceRow {
  const place = `line ${line}`;
  if (!isDict(json)) throw new Rejected(`${place} is not an object; each line is ${SHAPES}`);
  const placed = { line, weight: weightOf(json) };
  if (json.input !== undefined) return { ...placed, ...openAiPair(json, place) };
  if (json.chosen !== undefined || json.rejected !== undefined) return { ...placed, ...pairOf(json, place) };
  if (json.completion !== undefined && json.reward !== undefined)
    return { ...placed, ...rewardedReplyOf(json, place) };
  if (json.completion !== undefined) return { ...placed, ...ratedOf(json, place) };
  if (json.trajectories !== undefined) return { ...placed, ...rewardedOf(json, place) };
  throw new Rejected(`${place} has no replies to compare; each line is ${SHAPES}`);
}

const KEYS = ["chosen", "rejected", "preferred_output", "non_preferred_output", "completion", "trajectories"];

/** Whether a line of a file was meant to be preference data, and not a conversation. */
export function isPreferenceRow(json: unknown): boolean {
  return (
    isDict(json) &&
    json.messages === undefined &&
    !isPromptWithCompletion(json) &&
    KEYS.some((key) => key in json)
  );
}

/** All replies of a row, the preferred one first. */
export function repliesIn(row: PreferenceRow): readonly GivenReply[] {
  switch (row.kind) {
    case "pair":
      return [row.chosen, row.rejected];
    case "rated":
      return [row.reply];
    case "rewarded":
      return row.replies;
    default:
      return row satisfies never;
  }
}

function openAiPair(json: Record<string, unknown>, place: string): Omit<PairRow, keyof Placed> {
  const input = isDict(json.input) ? json.input : {};
  return comparable(place, {
    prompt: messagesOf(input.messages, `${place}: input.messages`),
    tools: toolsOf(input.tools, `${place}: input.tools`),
    chosen: messagesOf(json.preferred_output, `${place}: preferred_output`),
    rejected: messagesOf(json.non_preferred_output, `${place}: non_preferred_output`),
    strength: strengthOf(json.margin),
  });
}

function pairOf(json: Record<string, unknown>, place: string): Omit<PairRow, keyof Placed> {
  const chosen = messagesOf(textAs("assistant", json.chosen), `${place}: chosen`);
  const rejected = messagesOf(textAs("assistant", json.rejected), `${place}: rejected`);
  const rest = { tools: toolsOf(json.tools, `${place}: tools`), strength: strengthOf(json.margin) };
  if (json.prompt !== undefined && json.prompt !== null) {
    const prompt = messagesOf(textAs("user", json.prompt), `${place}: prompt`);
    return comparable(place, { ...rest, prompt, chosen, rejected });
  }
  const shared = sharedMessages(chosen, rejected);
  if (shared === 0) throw new Rejected(`${place} has no prompt; send the messages that both replies answer`);
  return comparable(place, {
    ...rest,
    prompt: chosen.slice(0, shared),
    chosen: chosen.slice(shared),
    rejected: rejected.slice(shared),
  });
}

type Sides = {
  prompt: readonly ChatMessage[];
  tools: readonly unknown[] | null;
  chosen: readonly ChatMessage[];
  rejected: readonly ChatMessage[];
  strength: 1 | 2;
};

function comparable(place: string, sides: Sides): Omit<PairRow, keyof Placed> {
  const { prompt, tools, strength } = sides;
  for (const side of ["chosen", "rejected"] as const) requireReply(sides[side], `${place}: ${side}`);
  if (JSON.stringify(sides.chosen) === JSON.stringify(sides.rejected))
    throw new Rejected(`${place}: chosen and rejected say the same, so nothing is preferred; leave it out`);
  const reply = (messages: readonly ChatMessage[]) => ({ prompt, tools, messages });
  return { kind: "pair", chosen: reply(sides.chosen), rejected: reply(sides.rejected), strength };
}

function ratedOf(json: Record<string, unknown>, place: string): Omit<RatedRow, keyof Placed> {
  const { label } = json;
  if (typeof label !== "boolean")
    throw new Rejected(
      `${place}: label is ${quoted(label)}; send true for a good reply and false for a bad one`,
    );
  return { kind: "rated", reply: completionOf(json, place), isGood: label };
}

function rewardedReplyOf(json: Record<string, unknown>, place: string): Omit<RewardedRow, keyof Placed> {
  const { reward } = json;
  if (typeof reward !== "number" || !Number.isFinite(reward))
    throw new Rejected(`${place}: reward is ${quoted(reward)}; send a number`);
  return { kind: "rewarded", replies: [{ ...completionOf(json, place), reward }] };
}

function completionOf(json: Record<string, unknown>, place: string): GivenReply {
  const messages = messagesOf(textAs("assistant", json.completion), `${place}: completion`);
  requireReply(messages, `${place}: completion`);
  const prompt = messagesOf(textAs("user", json.prompt), `${place}: prompt`);
  return { prompt, tools: toolsOf(json.tools, `${place}: tools`), messages };
}

function rewardedOf(json: Record<string, unknown>, place: string): Omit<RewardedRow, keyof Placed> {
  const list = Array.isArray(json.trajectories) ? json.trajectories : [];
  if (list.length < 2)
    throw new Rejected(
      `${place} has ${list.length} trajectories; rewards are compared, so send at least 2 of them`,
    );
  const replies = list.map((one: unknown, t) => rewardedReply(one, `${place}: trajectories[${t}]`));
  return { kind: "rewarded", replies };
}

/** A trajectory's last message is what its reward is for; where it ends with a choice, the message in it. */
function rewardedReply(json: unknown, place: string): RewardedRow["replies"][number] {
  const { messages_and_choices: items, reward, tools } = isDict(json) ? json : {};
  if (typeof reward !== "number" || !Number.isFinite(reward))
    throw new Rejected(`${place}.reward is ${quoted(reward)}; send a number`);
  const list: unknown[] = Array.isArray(items) ? items : [];
  const bare = list.map((item) =>
    isDict(item) && isDict(item.message) ? { role: "assistant", ...item.message } : item,
  );
  const messages = messagesOf(bare, `${place}.messages_and_choices`);
  requireReply(messages, `${place}.messages_and_choices`);
  return {
    prompt: messages.slice(0, -1),
    tools: toolsOf(tools, `${place}.tools`),
    messages: messages.slice(-1),
    reward,
  };
}

/** What is learned is what the model says, so a reply ends with it. */
function requireReply(messages: readonly ChatMessage[], place: string): void {
  const last = messages.at(-1)?.role;
  if (last !== "assistant")
    throw new Rejected(`${place} ends with ${quoted(last)}; a reply ends with a message from assistant`);
}

function sharedMessages(a: readonly ChatMessage[], b: readonly ChatMessage[]): number {
  const longest = Math.min(a.length, b.length) - 1;
  let shared = 0;
  while (shared < longest && JSON.stringify(a[shared]) === JSON.stringify(b[shared])) shared++;
  return shared;
}

function textAs(role: string, value: unknown): unknown {
  return typeof value === "string" ? [{ role, content: value }] : value;
}

function messagesOf(json: unknown, place: string): ChatMessage[] {
  if (!Array.isArray(json) || json.length === 0)
    throw new Rejected(`${place} is ${quoted(json)}; send a list of messages`);
  return json.map((message: unknown, m) => {
    if (isDict(message) && typeof message.role === "string") return message;
    throw new Rejected(`${place}[${m}] has no role; give each message a role`);
  });
}

function toolsOf(tools: unknown, place: string): readonly unknown[] | null {
  if (tools === undefined || tools === null) return null;
  if (!Array.isArray(tools)) throw new Rejected(`${place} is ${quoted(tools)}; send a list or leave it out`);
  return tools.length > 0 ? tools : null;
}

/** Files may have something else under that name, which says nothing here. */
function strengthOf(margin: unknown): 1 | 2 {
  return margin === 2 ? 2 : 1;
}

function quoted(json: unknown): string {
  return json === undefined ? "missing" : JSON.stringify(json).slice(0, 60);
}

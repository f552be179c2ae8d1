import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { Choice, TokenLogprob } from "./trajectory-group.ts";

/** How a token is written where its number matters more than its text. */
const NUMBERED_TOKEN = /^token_id:(\d{1,10})$/;
/** What servers send in place of −∞, which JSON cannot say; as an old log-probability it is no knowledge. */
const IMPOSSIBLE_LOGPROB = -9999;

/** Reads a choice as a chat completion returned it. Throws `Rejected` where its parts contradict each other. */
export function readChoice(choice: Record<string, unknown>, place: string): Choice {
  if (!isDict(choice.message))
    throw new Rejected(`${place}.message is missing; send the choice as it was returned`);
  const tokenLogprobs = readLogprobs(choice.logprobs, `${place}.logprobs`);
  const tokenIds = readIds(choice.token_ids, `${place}.token_ids`) ?? numbersOf(tokenLogprobs);
  if (tokenIds && tokenLogprobs && tokenIds.length !== tokenLogprobs.length)
    throw new Rejected(
      `${place} has ${tokenIds.length} token_ids and ${tokenLogprobs.length} logprobs.content; send the choice as it was returned`,
    );
  return {
    kind: "choice",
    place,
    message: { ...choice.message, role: "assistant" },
    tokenIds,
    tokenLogprobs,
    promptTokenIds: readIds(choice.prompt_token_ids, `${place}.prompt_token_ids`),
  };
}

function readLogprobs(logprobs: unknown, place: string): TokenLogprob[] | null {
  if (!isDict(logprobs)) return null;
  // A refusal is sampled like any other reply; it only stands elsewhere.
  const entries = nonEmptyList(logprobs.content) ?? nonEmptyList(logprobs.refusal);
  return entries?.map((entry, i) => readLogprob(entry, `${place}.content[${i}]`)) ?? null;
}

/** Engines that compute with few bits answer a little more than 0 for what is certain. */
const ROUNDING = 0.01;

function readLogprob(json: unknown, place: string): TokenLogprob {
  if (!isDict(json)) throw new Rejected(`${place} is not an object; send the choice as it was returned`);
  const { token, bytes, logprob } = json;
  if (logprob !== null && logprob !== undefined && typeof logprob !== "number")
    throw new Rejected(
      `${place}.logprob is ${JSON.stringify(logprob)}; send a number, or null where it is unknown`,
    );
  if (typeof logprob === "number" && logprob > ROUNDING)
    throw new Rejected(
      `${place}.logprob is ${logprob}; a log-probability is never above 0, so send it as it was returned`,
    );
  return {
    token: typeof token === "string" ? token : "",
    bytes: Array.isArray(bytes) && bytes.every(isByte) ? bytes : null,
    logprob: typeof logprob === "number" && logprob > IMPOSSIBLE_LOGPROB ? Math.min(logprob, 0) : Number.NaN,
  };
}

function readIds(ids: unknown, place: string): readonly number[] | null {
  const list = nonEmptyList(ids);
  if (!list) return null;
  const wrong = list.findIndex((id) => !Number.isSafeInteger(id) || Number(id) < 0);
  if (wrong !== -1)
    throw new Rejected(
      `${place}[${wrong}] is ${JSON.stringify(list[wrong])}; token ids are whole numbers from 0`,
    );
  return list.map(Number);
}

/** The ids that token texts spell out, where all of them do. */
function numbersOf(logprobs: readonly TokenLogprob[] | null): readonly number[] | null {
  if (!logprobs) return null;
  const ids = logprobs.flatMap(({ token }) => {
    const digits = NUMBERED_TOKEN.exec(token)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  return ids.length === logprobs.length ? ids : null;
}

function nonEmptyList(json: unknown): unknown[] | null {
  return Array.isArray(json) && json.length > 0 ? json : null;
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;
}

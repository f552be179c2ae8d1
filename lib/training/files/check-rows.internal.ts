import { createReadStream } from "node:fs";
import type { FileKind } from "#lib/contract/training/files.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { InvalidRequest, type Problem, Rejected } from "#lib/platform/errors.ts";
import { invalidAt, problemAt } from "#lib/platform/problem.ts";
import { lineNamedIn, linesOf } from "#lib/platform/storage/lines-of.ts";
import { encodeReply } from "#lib/training/preference/encode-preferences.ts";
import {
  isPreferenceRow,
  type PreferenceRow,
  readPreferenceRow,
  repliesIn,
} from "#lib/training/preference/preference-row.ts";
import { parsedLine } from "#lib/training/read-rows.ts";
import { orRejected } from "#lib/training/trajectories/or-rejected.internal.ts";
import { readSftRow, renderRow } from "#lib/training/trajectories/render-row.ts";
import type { ChatMessage } from "#lib/training/trajectories/trajectory-group.ts";
import { tooManyRows } from "./arrivals/with-lines.internal.ts";
import { isPromptRow, readPromptRow } from "./prompt-row.internal.ts";

/** What a file of conversations or preferences holds. */
export type RowsFound = {
  rows: number;
  /** Messages by role. */
  roles: Record<string, number>;
  tokenCount: number;
  /** What the rows are for, as the first one says. */
  kind: FileKind;
};

/** Tokens are counted up to here, which takes seconds; beyond, they are estimated from what was counted. */
export const COUNTED_BYTES = 4 * 1024 * 1024;

const MAX_FAULTS = 20;
const LINE =
  'one object {"messages": […]}, {"prompt": "…", "completion": "…"}, one with the replies to compare, or {"prompt": […]}';

/**
 * Reads a file line by line, as a training job will. Throws `InvalidRequest` with up to 20 faults, each at `["body", "file", line]` with
 * lines counted from 1. Memory stays flat, and other requests are served in between. `shape` is what all rows are, where that is known; else the first
 * row says it.
 */
export async function checkRows(
  path: string,
  { format, shape = null, maxRows = Number.POSITIVE_INFINITY, signal }: Checked,
): Promise<RowsFound> {
  const tally = new Tally(format, shape);
  try {
    for await (const { text, number } of linesOf(createReadStream(path), signal)) {
      tally.take(text, number);
      if (tally.rows > maxRows) tally.faults.push(faultAt(number, tooManyRows(maxRows)));
      if (tally.rows > maxRows || tally.faults.length >= MAX_FAULTS) break;
    }
  } catch (error) {
    // The bytes themselves are no lines, so nothing after them can be read.
    if (!(error instanceof Rejected)) throw error;
    tally.faults.push(faultAt(lineNamedIn(error.message) ?? tally.lines + 1, error.message));
  }
  if (tally.faults.length > 0) throw new InvalidRequest(tally.faults);
  if (tally.rows === 0)
    throw invalidAt(["body", "file"], {
      type: "value_error",
      text: `the file has no rows; each line is ${LINE}`,
    });
  const { rows, roles, kind } = tally;
  return { rows, roles: Object.fromEntries(roles), tokenCount: tally.tokenCount(), kind };
}

export type Checked = {
  format: ChatFormat;
  shape?: Shape | null;
  /** Nothing after so many rows is looked at. */
  maxRows?: number | undefined;
  signal?: AbortSignal;
};

const ROLES = ["system", "developer", "user", "assistant", "tool"];

/** What the lines so far amount to. */
class Tally {
  lines = 0;
  rows = 0;
  readonly roles = new Map<string, number>();
  readonly faults: Problem[] = [];
  readonly #format: ChatFormat;
  kind: FileKind = "sft";
  #tokens = 0;
  #counted = 0;
  #characters = 0;
  readonly #given: Shape | null;
  #shape: Shape | null = null;

  constructor(format: ChatFormat, given: Shape | null) {
    this.#format = format;
    this.#given = given;
  }

  take(text: string, number: number): void {
    this.lines = number;
    if (text.trim() === "") return;
    try {
      const row = this.#read(parsedLine(text, { number, line: LINE }), number);
      if (this.rows === 0) this.kind = row.kind;
      this.#countRoles(row.messages, number);
      if (this.#characters < COUNTED_BYTES) this.#countTokens(row, text.length);
      this.#characters += text.length;
      this.rows++;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.faults.push(faultAt(number, error.message));
    }
  }

  /** Of all rows, as far as they were counted; the rest is taken to be like them. */
  tokenCount(): number {
    if (this.#counted === this.#characters) return this.#tokens;
    return Math.round((this.#tokens / this.#counted) * this.#characters);
  }

  /** All rows of a file are as the first one is. */
  #read(json: unknown, number: number): CountedRow {
    const shape =
      this.#given ?? (isPreferenceRow(json) ? "preference" : isPromptRow(json) ? "prompt" : "conversation");
    this.#shape ??= shape;
    if (shape !== this.#shape)
      throw new Rejected(
        `line ${number} is a ${shape}, but the file began with a ${this.#shape}; put them in two files`,
      );
    return COUNTED_AS[shape](json, number);
  }

  #countRoles(messages: readonly ChatMessage[], number: number): void {
    for (const [at, { role }] of messages.entries()) {
      const known = ROLES.find((one) => one === role);
      if (known === undefined)
        throw new Rejected(
          `line ${number}: messages[${at}].role is ${JSON.stringify(role)?.slice(0, 60)}; it can be ${ROLES.join(", ")}`,
        );
      this.roles.set(known, (this.roles.get(known) ?? 0) + 1);
    }
  }

  #countTokens({ tokensIn }: CountedRow, characters: number): void {
    this.#tokens += tokensIn(this.#format);
    this.#counted += characters;
  }
}

/** A row as far as it is counted: tokens as a job reads them, whose text ends with its last reply. */
type CountedRow = {
  kind: FileKind;
  messages: readonly ChatMessage[];
  tokensIn: (format: ChatFormat) => number;
};

function conversationToCount(json: unknown, number: number): CountedRow {
  const row = readSftRow(json, number);
  return {
    kind: "sft",
    messages: row.messages,
    tokensIn: (format) => renderRow(row, { format, turns: "all" }).tokenIds.length,
  };
}

const KINDS: { readonly [K in PreferenceRow["kind"]]: FileKind } = {
  pair: "preference",
  rated: "kto",
  rewarded: "reward",
};

/** Each reply counts with its prompt. */
function preferenceToCount(json: unknown, number: number): CountedRow {
  const row = readPreferenceRow(json, number);
  const replies = repliesIn(row);
  return {
    kind: KINDS[row.kind],
    messages: replies.flatMap(({ prompt, messages }) => [...prompt, ...messages]),
    tokensIn: (format) =>
      replies.reduce((sum, reply) => sum + encodeReply(reply, number, format).tokenIds.length, 0),
  };
}

function promptToCount(json: unknown, number: number): CountedRow {
  const { messages, tools } = readPromptRow(json, number);
  return {
    kind: "prompts",
    messages,
    tokensIn: (format) => orRejected(`line ${number}`, () => format.promptTokens(messages, { tools })).length,
  };
}

const COUNTED_AS = {
  conversation: conversationToCount,
  preference: preferenceToCount,
  prompt: promptToCount,
};
export type Shape = keyof typeof COUNTED_AS;

function faultAt(line: number, text: string): Problem {
  return problemAt(["body", "file", line], { type: "value_error", text });
}

import type { Message } from "./message.ts";
import { splitTurns } from "./split-turns.ts";
import { type ToolCard, withResults } from "./tool-cards.ts";

/**
 * Of each recorded use of a tool, whether the messages of the last exchange show it already: programs that trace their tools record each use
 * twice, as a message and as a call. A use that shows more is none: a result that the messages lack, or a failure.
 */
export function repeatedUses(made: readonly ToolCard[], messages: readonly Message[]): boolean[] {
  const shown = new ShownUses(messages);
  return made.map((card) => shown.hasAnother(card));
}

/** The uses that the messages of the last exchange show, or those of the exchanges before, each of which stands for one recorded use. */
export class ShownUses {
  readonly #free: ToolCard[];

  constructor(messages: readonly Message[], part: "last" | "earlier" = "last") {
    const { earlierCount } = splitTurns(messages);
    const shown = part === "last" ? messages.slice(earlierCount) : messages.slice(0, earlierCount);
    this.#free = withResults(shown).flatMap(({ cards }) => cards);
  }

  hasAnother(made: ToolCard): boolean {
    const at = this.#free.findIndex((one) => isSameUse(one, made));
    return at >= 0 && this.#free.splice(at, 1).length > 0;
  }
}

function isSameUse(inMessages: ToolCard, { call, result }: ToolCard): boolean {
  if (result && (inMessages.result === null || (result.isError && !inMessages.result.isError))) return false;
  const isNamed = call.name === inMessages.call.name || call.name.endsWith(`.${inMessages.call.name}`);
  return isNamed && holdsArguments(call.arguments, inMessages.call.arguments);
}

/** A traced function also records its defaults and the object that it belongs to. */
function holdsArguments(recorded: unknown, sent: unknown): boolean {
  if (!isRecord(recorded) || !isRecord(sent)) return JSON.stringify(recorded) === JSON.stringify(sent);
  return Object.entries(sent).every(([name, value]) => isEqual(recorded[name], value));
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [mine, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return mine.size === theirs.size && [...mine].every(([name, value]) => isEqual(value, theirs.get(name)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { type MadeCall, madePlace } from "#components/conversation/made-calls.tsx";
import { jsonIn } from "#components/conversation/message-parts.tsx";
import type { CallPart, CallView } from "#components/desk/parts/call-parts.ts";
import { answerPartOf, MADE } from "#components/desk/parts/made-place.ts";
import { escapePointer } from "#components/ui/text/json-rows.ts";
import { NAME_OF, VALUE_OF } from "#components/ui/view/json-line.tsx";
import { type Message, type MessagePart, messagePlace } from "#lib/contract/conversation/message.ts";
import { type ToolCard, withResults } from "#lib/contract/conversation/tool-cards.ts";
import type { FindText } from "./find-matches.ts";

/** Every text of some parts, one after the other and none before it is wanted; the calls made for the answer before its part. */
export function* textsOfParts(
  parts: readonly CallPart[],
  viewOf: (part: CallPart) => CallView,
  made: readonly MadeCall[],
): Generator<FindText> {
  const host = answerPartOf(parts);
  for (const part of parts) {
    if (part === host) yield* textsOfMade(made);
    yield* findTexts(part, viewOf(part));
  }
  if (!host) yield* textsOfMade(made);
}

function* textsOfMade(made: readonly MadeCall[]): Generator<FindText> {
  for (const [i, { card }] of made.entries()) yield* textsInCard(card, madePlace(MADE, i));
}

/** Every text of a part as its view shows it, folded or not, from top to bottom. */
export function* findTexts({ anchor, value, messages }: CallPart, view: CallView): Generator<FindText> {
  if (view === "raw")
    yield { anchor: rawPlace(anchor), text: typeof value === "string" ? value : written(value) };
  else if (view === "tree") yield* textsInJson(treePlace(anchor), asData(value));
  else if (messages.length > 0) yield* textsInMessages(messages, anchor);
  else if (typeof value === "string") yield { anchor: textPlace(anchor), text: value };
}

export function rawPlace(anchor: string): string {
  return `${anchor}/raw`;
}

export function treePlace(anchor: string): string {
  return `${anchor}/tree`;
}

export function textPlace(anchor: string): string {
  return `${anchor}/text`;
}

/** A text that is JSON, as JSON. */
export function asData(value: unknown): unknown {
  return typeof value === "string" ? (jsonIn(value) ?? value) : value;
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}

export function* textsInMessages(messages: readonly Message[], anchor: string): Generator<FindText> {
  for (const { message, index, cards } of withResults(messages)) {
    const place = messagePlace(anchor, index);
    const isAside = ["system", "developer", "tool", "function"].includes(message.role);
    yield* textsInParts(message.parts, place, isAside);
    for (const [i, card] of cards.entries()) yield* textsInCard(card, `${place}/t${i}`);
  }
}

function* textsInCard({ call, result }: ToolCard, place: string): Generator<FindText> {
  yield { anchor: `${place}/name`, text: call.name };
  yield* textsInJson(`${place}/arguments`, call.arguments);
  if (result) yield* textsInParts(result.parts, `${place}/result`, true);
}

function* textsInParts(parts: readonly MessagePart[], place: string, isAside: boolean): Generator<FindText> {
  for (const [i, part] of parts.entries()) {
    const anchor = `${place}/p${i}`;
    if (part.kind === "image") continue;
    const data =
      part.kind === "json" ? part.value : isAside && part.kind === "text" ? jsonIn(part.text) : null;
    if (data !== null) yield* textsInJson(anchor, data);
    else if (part.kind !== "json") yield { anchor, text: part.text };
  }
}

/** Names and plain values, in the order of the document; the numbers of a list's elements are no names. */
function* textsInJson(tree: string, root: unknown): Generator<FindText> {
  if (typeof root !== "object" || root === null) {
    if (root !== undefined) yield { anchor: `${tree}${VALUE_OF}`, text: String(root) };
    return;
  }
  // Neither by recursion nor by lists of children: callers' JSON may be deeper than the call stack, and wider than patience.
  const around = [containerOf(tree, root)];
  for (let last = around.at(-1); last; last = around.at(-1)) {
    const { place, value, names } = last;
    const index = last.next++;
    const name = names ? names[index] : String(index);
    if (name === undefined || index >= last.count) {
      around.pop();
      continue;
    }
    const child: unknown = Reflect.get(value, name);
    const anchor = `${place}/${escapePointer(name)}`;
    if (names) yield { anchor: `${anchor}${NAME_OF}`, text: name };
    if (typeof child === "object" && child !== null) around.push(containerOf(anchor, child));
    else yield { anchor: `${anchor}${VALUE_OF}`, text: String(child) };
  }
}

type Container = { place: string; value: object; names: string[] | null; count: number; next: number };

function containerOf(place: string, value: object): Container {
  const names = Array.isArray(value) ? null : Object.keys(value);
  return { place, value, names, count: Array.isArray(value) ? value.length : (names?.length ?? 0), next: 0 };
}

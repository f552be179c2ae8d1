import { createHash } from "node:crypto";
import type { Draft } from "#lib/datasets/candidate.ts";
import { askedIn } from "#lib/datasets/rows/asked-in.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** What a row is about, the same wherever that is the same, and which of several possible values it teaches of it. */
export type Teaching = { asked: string; taught: string };

/** Null of rows that say nothing which another could contradict. Rows that somebody else made have no label, and teach their answer. */
export function teachingOf({ body, label, isGiven = false }: Draft): Teaching | null {
  if (label !== undefined) return { asked: subjectOf(body), taught: label };
  return isGiven ? givenTeaching(body) : null;
}

/** What the model is asked by a row. */
export function promptOf(body: Draft["body"]): string {
  return hashOf({ asked: askedIn(body), tools: body.tools ?? null });
}

/** What a value is said about: the prompt, and where it is one of a reply, that reply. */
function subjectOf(body: Draft["body"]): string {
  return hashOf({
    asked: askedIn(body),
    tools: body.tools ?? null,
    reply: body.completion ?? null,
  });
}

function givenTeaching(body: Draft["body"]): Teaching | null {
  const { messages, chosen, rejected, completion, label, reward, reference } = body;
  if (Array.isArray(messages)) return { asked: subjectOf(body), taught: wordsIn(messages.at(-1)) };
  if (chosen !== undefined && rejected !== undefined) {
    const sides = [chosen, rejected].map(canonicalJson).sort();
    return { asked: hashOf([promptOf(body), sides]), taught: canonicalJson(chosen) };
  }
  if (typeof label === "boolean" && completion !== undefined)
    return { asked: subjectOf(body), taught: label ? "good" : "bad" };
  const value = completion === undefined ? reference : reward;
  return value === undefined ? null : { asked: subjectOf(body), taught: wordsIn({ content: value }) };
}

/** A text as it is, which is what a label would be. */
function wordsIn(message: Record<string, unknown>): string {
  const { content, tool_calls: calls } = message;
  return typeof content === "string" && calls === undefined ? content : canonicalJson(message);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64");
}

import { type Features, featuresOf } from "#lib/annotation/learner/features.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type CallDocuments, callDocuments } from "#lib/traces/call-documents.ts";

/** What a learner sees of a call, and the words by which near duplicates are known. */
export type ReadText = { features: Features; text: string };

const BATCH = 100;
/** Of larger calls, as they are stored, nothing is learned. */
const MAX_BYTES = 262_144;
const MAX_TEXT = 2_000;

/** What was read before, the latest last: ended calls do not change, and each fit looks at nearly the same ones. */
const kept = new Map<string, ReadText>();
const MAX_KEPT = 8_000;

/** Of each of these calls that has ended and is not deleted. */
export async function readTexts(
  db: Db,
  projectId: string,
  callIds: readonly string[],
): Promise<Map<string, ReadText>> {
  const texts = new Map<string, ReadText>();
  const wanted = [...new Set(callIds)];
  for (const id of wanted) {
    const known = kept.get(`${projectId} ${id}`);
    if (known) texts.set(id, known);
  }
  const missing = wanted.filter((id) => !texts.has(id));
  const within = sql`c.ended_at is not null
    and coalesce(pg_column_size(c.inputs), 0) + coalesce(pg_column_size(c.output), 0) <= ${MAX_BYTES}`;
  for (let from = 0; from < missing.length; from += BATCH) {
    const documents = await callDocuments(db, {
      projectId,
      callIds: missing.slice(from, from + BATCH),
      within,
    });
    for (const [id, call] of documents) texts.set(id, readText(call));
  }
  for (const [id, text] of texts) keep(`${projectId} ${id}`, text);
  return texts;
}

function keep(key: string, text: ReadText): void {
  kept.delete(key);
  kept.set(key, text);
  if (kept.size <= MAX_KEPT) return;
  const [oldest = ""] = kept.keys();
  kept.delete(oldest);
}

function readText({ inputs, output }: CallDocuments): ReadText {
  const messages = readMessages(inputs, output);
  const asked = messages.filter(
    ({ from, role }) => from === "inputs" && role !== "system" && role !== "developer",
  );
  const said = messages.filter(({ from }) => from === "output");
  const question = asked.length > 0 ? asked.map(textOf).join("\n") : plain(inputs);
  const answer = said.length > 0 ? said.map(textOf).join("\n") : plain(output);
  const toolCalls = said.reduce((count, message) => count + message.toolCalls.length, 0);
  return {
    features: featuresOf({ question, answer, toolCalls }),
    text: `${question.slice(-MAX_TEXT)}\n${answer.slice(0, MAX_TEXT)}`,
  };
}

function plain(document: unknown): string {
  return document === null ? "" : typeof document === "string" ? document : JSON.stringify(document);
}

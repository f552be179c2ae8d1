import { type Features, featuresOf } from "#lib/annotation/learner/features.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type CallDocuments, callDocuments } from "#lib/traces/call-documents.ts";

const BATCH = 100;
/** Of larger calls, as they are stored, nothing is learned. */
const MAX_BYTES = 262_144;

/** What was read before, the latest last: ended calls do not change, and each fit looks at nearly the same ones. */
const kept = new Map<string, Features>();
const MAX_KEPT = 8_000;

/** What a learner sees of each of these calls that has ended and is not deleted. */
export async function readFeatures(
  db: Db,
  projectId: string,
  callIds: readonly string[],
): Promise<Map<string, Features>> {
  const read = new Map<string, Features>();
  const wanted = [...new Set(callIds)];
  for (const id of wanted) {
    const known = kept.get(`${projectId} ${id}`);
    if (known) read.set(id, known);
  }
  const missing = wanted.filter((id) => !read.has(id));
  const within = sql`c.ended_at is not null
    and coalesce(pg_column_size(c.inputs), 0) + coalesce(pg_column_size(c.output), 0) <= ${MAX_BYTES}`;
  for (let from = 0; from < missing.length; from += BATCH) {
    const documents = await callDocuments(db, {
      projectId,
      callIds: missing.slice(from, from + BATCH),
      within,
    });
    for (const [id, call] of documents) read.set(id, featuresOfCall(call));
  }
  for (const [id, features] of read) keep(`${projectId} ${id}`, features);
  return read;
}

function keep(key: string, features: Features): void {
  kept.delete(key);
  kept.set(key, features);
  if (kept.size <= MAX_KEPT) return;
  const [oldest = ""] = kept.keys();
  kept.delete(oldest);
}

function featuresOfCall({ inputs, output }: CallDocuments): Features {
  const messages = readMessages(inputs, output);
  const asked = messages.filter(
    ({ from, role }) => from === "inputs" && role !== "system" && role !== "developer",
  );
  const said = messages.filter(({ from }) => from === "output");
  const question = asked.length > 0 ? asked.map(textOf).join("\n") : plain(inputs);
  const answer = said.length > 0 ? said.map(textOf).join("\n") : plain(output);
  const toolCalls = said.reduce((count, message) => count + message.toolCalls.length, 0);
  return featuresOf({ question, answer, toolCalls });
}

function plain(document: unknown): string {
  return document === null ? "" : typeof document === "string" ? document : JSON.stringify(document);
}

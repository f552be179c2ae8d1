import type { Ctx } from "#lib/access/context.ts";
import { asksForSpans, spanFaults } from "#lib/contract/annotation/spans.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Problem } from "#lib/platform/errors.ts";
import { problemAt } from "#lib/platform/problem.ts";
import { callDocuments } from "#lib/traces/call-documents.ts";
import { reachableCalls } from "#lib/traces/reachable-calls.ts";
import { loadSpecs } from "./annotation-specs.internal.ts";

/** A value sent for a field, its call, and its location in the request. */
export type SentValue = { ref: string; value: unknown; callId: string | null; loc: Problem["loc"] };
type HeldValue = Omit<SentValue, "ref"> & { schema: unknown };

/** Compares answers of span fields with the calls' current texts, as far as the sender may read them. */
export async function findSpanProblems(
  reader: Pick<Ctx, "db" | "actor" | "project">,
  sent: readonly SentValue[],
): Promise<Problem[]> {
  const findSpec = await loadSpecs(reader.db, reader.project.id, new Set(sent.map(({ ref }) => ref)));
  return spanProblems(
    reader,
    sent.map(({ ref, ...value }) => ({ ...value, schema: schemaIn(findSpec(ref)?.val) })),
  );
}

export function schemaIn(spec: unknown): unknown {
  return isDict(spec) ? spec.field_schema : null;
}

/** As `findSpanProblems`, where the schemas are known. */
export async function spanProblems(
  { db, actor, project }: Pick<Ctx, "db" | "actor" | "project">,
  held: readonly HeldValue[],
): Promise<Problem[]> {
  const within = reachableCalls({ actor, project });
  const problems: Problem[] = [];
  for (const { schema, value, callId, loc } of held) {
    if (!asksForSpans(schema)) continue;
    // One after the other: each may be as large as a request.
    const found = await callDocuments(db, {
      projectId: project.id,
      callIds: callId === null ? [] : [callId],
      within,
    });
    const documents = callId === null ? null : (found.get(callId) ?? null);
    for (const { at, text } of spanFaults(schema, value, documents))
      problems.push(problemAt([...loc, ...at], { type: "value_error", text }));
  }
  return problems;
}

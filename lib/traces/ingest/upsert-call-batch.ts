import type { AccountCtx, Project } from "#lib/access/context.ts";
import { openProjects } from "#lib/access/permissions/open-projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import { CallEnd, CallStart } from "#lib/contract/traces/call-fields.ts";
import type { upsertCallBatch as contract } from "#lib/contract/traces/calls.ts";
import { type CallPart, partOfEnd, partOfStart } from "#lib/traces/calls/call-part.internal.ts";
import { type Element, readElement } from "./read-element.internal.ts";
import { callKey, storeParts } from "./store-parts.internal.ts";

/** One project that may not be written refuses the batch; an element that cannot be stored is answered in its place. */
export async function upsertCallBatch(
  ctx: AccountCtx,
  { batch }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const elements = batch.map(readPart);
  const paths = elements.flatMap(({ value }) => (value ? [projectPathOf(value)] : []));
  const projects = await openProjects(ctx.db, ctx.actor, { paths, permission: "calls:write", creates: true });
  const parts = elements.map((element) => toPart(ctx, element, projects));
  const traceIds = await storeParts(
    ctx.db,
    parts.filter((part) => part !== null),
  );
  return { res: elements.map((element, i) => answerOf(element, parts[i] ?? null, traceIds)) };
}

type Part = { start: CallStart; end?: undefined } | { end: CallEnd; start?: undefined };

function readPart(element: unknown): Element<Part> {
  if (!isDict(element) || !isDict(element.req))
    return { error: "an element needs `req` with `start` or `end` in it" };
  const { req } = element;
  const mode = element.mode ?? (isDict(req.start) ? "start" : "end");
  if (mode === "start") {
    const read = readElement(CallStart, req.start, "req.start");
    return read.error === undefined ? { value: { start: read.value } } : read;
  }
  if (mode !== "end") return { error: `mode ${JSON.stringify(mode)} is neither "start" nor "end"` };
  const read = readElement(CallEnd, req.end, "req.end");
  return read.error === undefined ? { value: { end: read.value } } : read;
}

function projectPathOf({ start, end }: Part): string {
  return start ? start.projectId : end.projectId;
}

function toPart(
  { actor }: AccountCtx,
  element: Element<Part>,
  projects: ReadonlyMap<string, Project>,
): CallPart | null {
  if (element.error !== undefined) return null;
  const { start, end } = element.value;
  const projectId = projects.get(projectPathOf(element.value))?.id;
  if (projectId === undefined) return null;
  const place = { projectId, userId: actor.userId };
  return start ? partOfStart(start, place) : partOfEnd(end, place);
}

function answerOf(
  element: Element<Part>,
  part: CallPart | null,
  traceIds: ReadonlyMap<string, string | null>,
): ReplyOf<typeof contract>["res"][number] {
  if (element.error !== undefined || part === null) return { error: element.error };
  if (!element.value.start) return {};
  return { id: part.id, traceId: traceIds.get(callKey(part)) ?? part.id };
}

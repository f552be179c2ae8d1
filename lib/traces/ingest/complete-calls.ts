import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { CompleteCall } from "#lib/contract/traces/call-fields.ts";
import type { completeCalls as contract } from "#lib/contract/traces/calls.ts";
import { joinParts, partOfEnd, partOfStart } from "#lib/traces/calls/call-part.internal.ts";
import { type Element, readElement } from "./read-element.internal.ts";
import { storeParts } from "./store-parts.internal.ts";

/** Calls that cannot be stored are named by their place; the others are stored. */
export async function completeCalls(
  { db, actor, project }: Ctx,
  { batch }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const place = { projectId: project.id, userId: actor.userId };
  const elements = batch.map((given) => readCall(given, project.path));
  await storeParts(
    db,
    elements.flatMap((element) => {
      if (element.error !== undefined) return [];
      const start = partOfStart(element.value, place);
      return [joinParts(start, partOfEnd({ ...element.value, id: start.id }, place))];
    }),
  );
  const errors = elements.flatMap(({ error }, index) => (error === undefined ? [] : [{ index, error }]));
  return errors.length > 0 ? { errors } : {};
}

function readCall(given: unknown, path: string): Element<CompleteCall> {
  const element = readElement(CompleteCall, given, "");
  if (element.error !== undefined) return element;
  const { projectId = path } = element.value;
  return projectId === path
    ? element
    : { error: `project_id: ${projectId} is not the project of the path, ${path}` };
}

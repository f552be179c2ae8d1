import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { queryThreads as contract, Thread, ThreadSort } from "#lib/contract/traces/threads.ts";
import { threadsStatement } from "./threads-statement.internal.ts";

const LATEST_FIRST: readonly ThreadSort[] = [{ field: "last_updated", direction: "desc" }];

/** Threads with statistics over their turns, up to date with every call that was stored before the question. */
export function queryThreads(
  { db, project }: Ctx,
  { filter = {}, sortBy, limit, offset }: InputOf<typeof contract>,
): Promise<AsyncIterable<Thread>> {
  return db.stream<Thread>(
    threadsStatement(project.id, { filter, sortBy: sortBy?.length ? sortBy : LATEST_FIRST, limit, offset }),
  );
}

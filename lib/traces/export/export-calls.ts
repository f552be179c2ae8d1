import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { exportCalls as contract } from "#lib/contract/traces/call-months.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";
import { callTable } from "./call-table.ts";
import { callsOfMonth } from "./calls-of-month.ts";

/** Written while it is sent. The first calls are read before the answer, so that a query that fails is refused properly. */
export async function exportCalls(ctx: Ctx, { month }: InputOf<typeof contract>): Promise<StreamDownload> {
  const pages = callsOfMonth(ctx, month);
  const first = await pages.next();
  return new StreamDownload(
    callTable(allOf(first, pages), { project: ctx.project.path, month }),
    `${ctx.project.name} calls ${month}.parquet`,
  );
}

async function* allOf<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  try {
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

import type { Ctx } from "#lib/access/context.ts";
import { fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, field, int, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";
import { documentColumns, documentsOf } from "./exported-documents.internal.ts";
import { type ExportedRow, exportedColumns, exportedLine } from "./exported-rows.internal.ts";
import { answersTo, decisionsOn } from "./item-answers.internal.ts";

type Endpoint = typeof contract.exportAnswers;
type Format = InputOf<Endpoint>["format"];
type Place = { projectId: string; queueId: string; includeConversations: boolean };

/** Each may have a thousand annotators, and answers of any length; what is read at once stays small. */
const ITEMS_AT_ONCE = 100;

/**
 * One row for each item and annotator with an answer, in the queue's order. Reads some items at a time, each time in their current state, so
 * that a slow reader holds no connection. Errors at the start are reported before the first byte.
 */
export async function exportAnswers(
  ctx: Ctx,
  { queueId, format, includeConversations }: InputOf<Endpoint>,
): Promise<StreamDownload> {
  const queue = await findLeadQueue(ctx, queueId);
  const said = exportedColumns(await fieldsOf(ctx, queue));
  const columns = includeConversations
    ? [...said, ...documentColumns(said, queue.kind === "pairwise")]
    : said;
  const rows = rowsOf(ctx.db, { projectId: ctx.project.id, queueId, includeConversations });
  const first = await rows.next();
  return new StreamDownload(
    linesOf({ first, rest: rows }, (row) => exportedLine(format, columns, row), headerOf(format, columns)),
    `${queue.name} answers.${format}`,
  );
}

function headerOf(format: Format, columns: ReturnType<typeof exportedColumns>): string {
  return format === "csv" ? exportedLine("csv", columns, null) : "";
}

type Rows = AsyncGenerator<ExportedRow[], void>;

async function* linesOf(
  { first, rest }: { first: IteratorResult<ExportedRow[], void>; rest: Rows },
  lineOf: (row: ExportedRow) => string,
  header: string,
): AsyncGenerator<string> {
  yield header;
  if (first.done) return;
  yield first.value.map(lineOf).join("");
  for await (const rows of rest) yield rows.map(lineOf).join("");
}

/** The rows of one item after the other. */
async function* rowsOf(db: Db, place: Place): Rows {
  let after: Item | null = null;
  for (;;) {
    const items: Item[] = await nextItems(db, place, after);
    const asked = { ...place, itemIds: items.map(({ itemId }) => itemId) };
    const decisions = new Map((await decisionsOn(db, asked)).map((decision) => [decision.itemId, decision]));
    const answers = Map.groupBy(await answersTo(db, asked), ({ itemId }) => itemId);
    for (const item of items) {
      const given = answers.get(item.itemId);
      if (!given) continue;
      const documents = place.includeConversations ? await documentsOf(db, place.projectId, item) : null;
      const decision = decisions.get(item.itemId) ?? null;
      yield given.map((answer) => ({ queueId: place.queueId, item, answer, decision, documents }));
    }
    after = items.at(-1) ?? null;
    if (items.length < ITEMS_AT_ONCE) return;
  }
}

const ITEM = columns({
  itemId: field("queue_item i", "id"),
  ...of("queue_item i", "callId", "pairCallId"),
  positionInQueue: int(sql`i.place`),
  threadId: orNull(field("call c", "threadId")),
  createdAt: text(sql`i.created_at`),
  sequence: text(sql`i.position`),
});
type Item = RowOf<typeof ITEM>;

/** Items that somebody has begun or been sent back, in the order of adding. Places count all items of the queue. */
function nextItems(db: Db, { projectId, queueId }: Place, after: Item | null): Promise<Item[]> {
  return db.query(sql`
    select ${ITEM}
    from (
      select i.id, i.call_id, i.pair_call_id, i.created_at, i.position,
        ${after?.positionInQueue ?? 0}::int + (row_number() over (order by i.created_at, i.position))::int as place
      from queue_item i
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
        and (${after === null} or (i.created_at, i.position) > (${after?.createdAt ?? null}::timestamptz, ${after?.sequence ?? null}::bigint))) i
    left join call c on c.project_id = ${projectId} and c.id = i.call_id
    where exists (
      select from item_progress p
      where p.project_id = ${projectId} and p.item_id = i.id
        and (p.state <> 'unstarted' or p.is_flagged or p.sent_back is not null))
    order by i.created_at, i.position
    limit ${ITEMS_AT_ONCE}`);
}

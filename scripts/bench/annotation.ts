import {
  addQueueItems,
  createQueue,
  getQueueStats,
  queryQueueItems,
  queryQueues,
  updateItemProgress,
} from "#lib/contract/annotation/queues.ts";
import { newId } from "#lib/platform/ids.ts";
import { measureDesk } from "./desk.ts";
import { post } from "./ingest.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

const QUEUES = 100;
const ITEMS_PER_QUEUE = 50;
const RECORDS = 10_000;

/** What annotators and their leads wait for. */
export async function measureAnnotation(product: Product): Promise<Measurement[]> {
  const queueIds = await fillQueues(product);
  const [queueId = ""] = queueIds;
  const { items } = await product.call(queryQueueItems, { projectId: product.project, queueId });
  const progress = await measure({
    name: "POST …/items/{id}/progress",
    requests: 1000,
    concurrency: 4,
    aim: "≤ 15 ms",
    send: (index) =>
      product.call(updateItemProgress, {
        projectId: product.project,
        queueId,
        itemId: items[index % items.length]?.id ?? "",
        annotationState: index % 2 === 0 ? "in_progress" : "completed",
      }),
    cpuMicros: product.cpuMicros,
  });
  const stats = await measure({
    name: "POST /annotation_queues/stats, 100 queues",
    requests: 300,
    concurrency: 4,
    send: () => product.call(getQueueStats, { projectId: product.project, queueIds }),
    cpuMicros: product.cpuMicros,
  });
  return [progress, stats, await measureRecords(product), ...(await measureDesk(product))];
}

async function measureRecords(product: Product): Promise<Measurement> {
  await product.database.pool.query(
    `insert into annotation_queue (id, project_id, name, scorer_refs, created_by)
     select 'bench-' || n, p.id, 'queue ' || n, '{}', 'bench' from generate_series(1, $1::int) n, project p where p.entity_name = 'bench'`,
    [RECORDS],
  );
  return measure({
    name: `POST /annotation_queues/query, NDJSON of ${RECORDS.toLocaleString("en")} records`,
    requests: 20,
    concurrency: 1,
    rowsPerRequest: RECORDS,
    unit: "records",
    send: () => post(product, queryQueues.path, { project_id: product.project, limit: RECORDS }),
    cpuMicros: product.cpuMicros,
  });
}

async function fillQueues(product: Product): Promise<string[]> {
  const { rows } = await product.database.pool.query<{ id: string }>("select id from call limit $1", [
    ITEMS_PER_QUEUE,
  ]);
  const callIds = rows.map((row) => row.id);
  const queueIds: string[] = [];
  for (let n = 0; n < QUEUES; n++) {
    const { id } = await product.call(createQueue, {
      projectId: product.project,
      name: `queue ${newId()}`,
      description: "",
      scorerRefs: [],
    });
    await product.call(addQueueItems, {
      projectId: product.project,
      queueId: id,
      callIds,
      displayFields: ["output"],
    });
    queueIds.push(id);
  }
  return queueIds;
}

import { addQueueItems, createQueue } from "#lib/contract/annotation/queues.ts";
import { createObject } from "#lib/contract/compat/objects.ts";
import { post } from "./ingest.ts";
import type { Product } from "./product.ts";

export type Question = { name: string; schema: Record<string, unknown> };

const ITEMS = 120;

/** A queue with these questions and calls of a usual size; gives the path of its desk. */
export async function makeDesk(product: Product, questions: readonly Question[]): Promise<string> {
  const { project } = product;
  const scorerRefs: string[] = [];
  for (const question of questions) scorerRefs.push(await makeField(product, question));
  const { id } = await product.call(createQueue, { projectId: project, name: "In the browser", scorerRefs });
  const callIds = await storeCalls(product);
  await product.call(addQueueItems, {
    projectId: project,
    queueId: id,
    callIds,
    displayFields: ["inputs", "output"],
  });
  return `/projects/${project}/queues/${id}/annotate`;
}

async function makeField(product: Product, { name, schema }: Question): Promise<string> {
  const { project } = product;
  const objectId = name.toLowerCase().replace(/[^a-z]+/g, "");
  const val = { name, description: "", field_schema: schema };
  const obj = { projectId: project, objectId, val, builtinObjectClass: "AnnotationSpec" };
  const { digest } = await product.call(createObject, { obj });
  return `weave:///${project}/object/${objectId}:${digest}`;
}

async function storeCalls(product: Product): Promise<string[]> {
  const paragraph = "The refund depends on the delay, on the tariff and on who caused it. ".repeat(12);
  const calls = Array.from({ length: ITEMS }, (_, i) => {
    const id = crypto.randomUUID();
    const content = `Question ${i}: ${paragraph}`;
    const inputs = { messages: [{ role: "user", content }] };
    const started_at = new Date(Date.now() - (ITEMS - i) * 1000).toISOString();
    const start = {
      project_id: product.project,
      id,
      trace_id: id,
      op_name: "answer",
      started_at,
      attributes: {},
      inputs,
    };
    return { mode: "start", req: { start } };
  });
  await post(product, "/call/upsert_batch", { batch: calls });
  return calls.map(({ req }) => req.start.id);
}

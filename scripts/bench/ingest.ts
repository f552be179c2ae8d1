import { completeCalls } from "#lib/contract/traces/calls.ts";
import { createFeedbackBatch } from "#lib/contract/traces/feedback.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

const BATCH = 100;
const REQUESTS = 500;

/** Calls of about a kilobyte and notes on them, both in batches of 100. */
export async function measureIngest(product: Product): Promise<Measurement[]> {
  const callBodies = bodies((index) => callBatch(product, index));
  const noteBodies = bodies(() => noteBatch(product));
  const calls = await measure({
    name: "POST /v2/…/calls/complete, 100 calls of 1 KB",
    requests: REQUESTS,
    concurrency: 8,
    rowsPerRequest: BATCH,
    unit: "calls",
    aim: "≥ 10,000 calls/s",
    send: (index) =>
      post(
        product,
        completeCalls.path.replace("{entity}/{project}", product.project),
        callBodies[index] ?? "",
      ),
    cpuMicros: product.cpuMicros,
  });
  const feedback = await measure({
    name: "POST /feedback/batch/create, 100 notes",
    requests: REQUESTS,
    concurrency: 8,
    rowsPerRequest: BATCH,
    unit: "items",
    aim: "≥ 10,000 items/s",
    send: (index) => post(product, createFeedbackBatch.path, noteBodies[index] ?? ""),
    cpuMicros: product.cpuMicros,
  });
  return [calls, feedback];
}

/** The load generator shares the machine; plain fetch keeps its own part small. */
export async function post(product: Product, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${product.url}/api${path}`, {
    method: "POST",
    headers: { ...product.headers, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Made before the clock runs, the warm-up's among them: making them would take from the processors under measurement. */
function bodies(make: (index: number) => unknown): string[] {
  return Array.from({ length: REQUESTS + REQUESTS / 10 }, (_, index) => JSON.stringify(make(index)));
}

const FILLER = "The quick brown fox jumps over the lazy dog. ".repeat(20);

function callBatch(product: Product, index: number): unknown {
  const startedAt = Date.UTC(2026, 0, 1) + index * 1000;
  const batch = Array.from({ length: BATCH }, (_, i) => {
    const id = newId();
    return {
      project_id: product.project,
      id,
      trace_id: id,
      thread_id: `load-${index % 500}`,
      turn_id: id,
      op_name: "chat",
      started_at: new Date(startedAt + i).toISOString(),
      ended_at: new Date(startedAt + i + 250).toISOString(),
      attributes: {},
      inputs: { messages: [{ role: "user", content: FILLER }] },
      output: { role: "assistant", content: "Understood." },
    };
  });
  return { batch };
}

function noteBatch(product: Product): unknown {
  const batch = Array.from({ length: BATCH }, () => ({
    project_id: product.project,
    id: newId(),
    weave_ref: `weave:///${product.project}/call/${newId()}`,
    feedback_type: "wandb.note.1",
    payload: { note: "A short remark about this call." },
  }));
  return { batch };
}

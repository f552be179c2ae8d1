import fs from "node:fs";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { type Service, startService } from "../../e2e/support/service.ts";
import { answerOf, type Target } from "./answer-of.ts";

/** The product as it is started by its command, with a few things in it. */
export type Arena = Target & {
  readonly service: Service;
  readonly project: string;
  /** Values that requests may name, by the names of their fields: what exists is asked deeper than what does not. */
  readonly known: Readonly<Record<string, unknown>>;
};

const PROJECT = "proof/arena";
const CALLS = 12;

/** Starts a service with an empty data folder, fills it, runs `work`, and ends it. Answers what `work` does, and the exit code. */
export async function inArena<T>(
  work: (arena: Arena) => Promise<T>,
): Promise<{ result: T; code: number | null }> {
  const { key } = mintApiKey();
  const service = await startService({
    INIT_PROJECT: PROJECT,
    INIT_API_KEY: key,
    LOG_LEVEL: "warn",
    WEB_SPARES: "1",
  });
  const target: Target = { url: service.url, port: service.port, key };
  try {
    const known = await fill(target);
    const result = await work({ ...target, service, project: PROJECT, known });
    return { result, code: await service.stop() };
  } finally {
    service.process.kill("SIGKILL");
    fs.rmSync(service.dataDir, { recursive: true, force: true });
  }
}

/** A call as clients send it, a turn of its own. */
export function aCall(id: string, threadId: string) {
  return {
    project_id: PROJECT,
    id,
    trace_id: id,
    thread_id: threadId,
    turn_id: id,
    op_name: "chat",
    started_at: "2026-01-01T12:00:00Z",
    ended_at: "2026-01-01T12:00:01Z",
    attributes: {},
    inputs: { messages: [{ role: "user", content: "Are you open?" }] },
    output: { role: "assistant", content: "Always." },
    summary: {},
  };
}

async function fill(target: Target): Promise<Record<string, unknown>> {
  const post = async (path: string, body: unknown) => {
    const answer = await answerOf(target, { method: "POST", path, body });
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return JSON.parse(answer.text);
  };
  const ids = Array.from({ length: CALLS }, (_, at) => `proof-call-${at}`);
  await post(`/v2/${PROJECT}/calls/complete`, { batch: ids.map((id) => aCall(id, "proof-thread")) });
  const spec = { project_id: PROJECT, object_id: "good", builtin_object_class: "AnnotationSpec" };
  const val = { name: "Good", field_schema: { type: "boolean" } };
  const { digest } = await post("/obj/create", { obj: { ...spec, val } });
  const scorer = `weave:///${PROJECT}/object/good:${digest}`;
  const queue = await post("/annotation_queues", {
    project_id: PROJECT,
    name: "Proof",
    scorer_refs: [scorer],
  });
  await post(`/annotation_queues/${queue.id}/items`, {
    project_id: PROJECT,
    call_ids: ids,
    display_fields: ["output"],
  });
  const items = await post(`/annotation_queues/${queue.id}/items/query`, { project_id: PROJECT });
  const [, name] = PROJECT.split("/");
  const model = await post("/v1/preview/models", {
    project: name,
    entity: "proof",
    name: "proof",
    base_model: "spindle-mini",
  });
  return {
    project_id: PROJECT,
    entity: "proof",
    project: name,
    queue_id: queue.id,
    item_id: items.items[0].id,
    call_id: ids[0],
    call_ids: ids,
    thread_ids: ["proof-thread"],
    model_id: model.id,
    model: "spindle-mini",
    weave_ref: `weave:///${PROJECT}/call/${ids[0]}`,
    digest,
    object_id: "good",
    max_tokens: 2,
  };
}

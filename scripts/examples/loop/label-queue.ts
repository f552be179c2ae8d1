import { answerItem, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import { addQueueItems, createQueue } from "#lib/contract/annotation/queues.ts";
import { createObject } from "#lib/contract/compat/objects.ts";
import { rerouteAnnotator } from "#lib/contract/datasets/reroute.ts";
import { createRetraction, type RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { completeCalls } from "#lib/contract/traces/calls.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Request, SERVICES, saidBy } from "./material.ts";
import type { Annotator, Town } from "./town.ts";

/** Sent to the model with each request. */
export const QUESTION = "Name the service.";
const FIELD = "service";
const HELD_AT_ONCE = 20;

export type QueueShape = {
  readonly name: string;
  readonly annotatorsPerItem: number;
  /** Share of the items that so many answer; the others get one answer. */
  readonly overlapShare?: number;
};

/** A queue in which people name the service of recorded requests. */
export class LabelQueue {
  readonly id: string;
  readonly field: string;
  readonly #town: Town;
  readonly #requests: ReadonlyMap<string, Request>;
  /** Items by who answered them. */
  readonly #answered = new Map<string, string[]>();

  private constructor(town: Town, id: string, field: string, requests: ReadonlyMap<string, Request>) {
    this.#town = town;
    this.id = id;
    this.field = field;
    this.#requests = requests;
  }

  static async open(town: Town, shape: QueueShape, requests: readonly Request[]): Promise<LabelQueue> {
    const { lead, projectId } = town;
    const field = await labelField(town);
    const { id } = await lead.call(createQueue, { projectId, scorerRefs: [field], isStrict: true, ...shape });
    const calls = await recordRequests(town, requests);
    await lead.call(addQueueItems, {
      projectId,
      queueId: id,
      callIds: [...calls.keys()],
      displayFields: ["inputs.messages"],
    });
    return new LabelQueue(town, id, field, calls);
  }

  /** Has somebody who errs so often answer `count` items that the queue hands them. Answers how many there were. */
  async work(
    annotator: Annotator,
    { count, errorRate, random }: { count: number; errorRate: number; random: () => number },
  ): Promise<number> {
    const { projectId } = this.#town;
    const at = { projectId, queueId: this.id };
    const answered = this.#answered.get(annotator.userId) ?? [];
    this.#answered.set(annotator.userId, answered);
    for (let given = 0; given < count; ) {
      const wanted = Math.min(HELD_AT_ONCE, count - given);
      const { reserved } = await annotator.service.call(reserveItems, { ...at, count: wanted });
      if (reserved.length === 0) return given;
      for (const { item, own } of reserved) {
        const value = saidBy(errorRate, this.#requests.get(item.callId)?.service ?? "", random);
        const said = { feedbackType: `wandb.annotation.${FIELD}`, annotationRef: this.field };
        const weaveRef = `weave:///${projectId}/call/${item.callId}`;
        await annotator.service.call(answerItem, {
          ...at,
          itemId: item.id,
          annotationState: "completed",
          revision: own.revision,
          feedback: [{ projectId, weaveRef, ...said, payload: { value } }],
          replaced: [],
          isFlagged: false,
          flagNote: "",
          activeMs: 0,
        });
        answered.push(item.id);
      }
      given += reserved.length;
    }
    return count;
  }

  /** From now on no build of any dataset takes what somebody said in this queue; with `preview`, only says what that would take out. */
  async retract({ userId, name }: Annotator, { preview = false } = {}): Promise<RetractionImpact> {
    const { lead, projectId } = this.#town;
    const itemIds = this.#answered.get(userId) ?? [];
    const meant = { projectId, annotatorUserId: userId, itemIds, feedbackIds: [], preview };
    const reason = `${name} answers without care`;
    return (await lead.call(createRetraction, { ...meant, reason })).impact;
  }

  /** Takes somebody off the queue: others get what they answered, and no build takes what they said. */
  async giveToOthers({ userId, name }: Annotator): Promise<void> {
    const { lead, projectId } = this.#town;
    const meant = { projectId, queueId: this.id, annotatorUserId: userId, retract: true, preview: false };
    await lead.call(rerouteAnnotator, { ...meant, reason: `${name} answers without care` });
  }
}

/** The same question in all queues of the project: equal content is one version. */
async function labelField({ lead, projectId }: Town): Promise<string> {
  const val = { name: "Service", field_schema: { type: "string", enum: SERVICES } };
  const obj = { projectId, objectId: FIELD, builtinObjectClass: "AnnotationSpec", val };
  const { digest } = await lead.call(createObject, { obj });
  return `weave:///${projectId}/object/${FIELD}:${digest}`;
}

export function promptOf({ text }: Request) {
  return [
    { role: "system", content: QUESTION },
    { role: "user", content: text },
  ];
}

/** Each request as a call of a thread of its own, by the call's id. */
async function recordRequests(
  { lead, entity, project }: Town,
  requests: readonly Request[],
): Promise<Map<string, Request>> {
  const byCall = new Map(requests.map((request) => [newId(), request]));
  const batch = [...byCall].map(([id, request]) => ({
    id,
    trace_id: id,
    thread_id: id,
    turn_id: id,
    op_name: "help-line",
    started_at: "2026-01-05T09:30:00Z",
    ended_at: "2026-01-05T09:30:01Z",
    attributes: {},
    inputs: { messages: promptOf(request) },
    output: { role: "assistant", content: "One moment please." },
    summary: {},
  }));
  await lead.call(completeCalls, { entity, project, batch });
  return byCall;
}

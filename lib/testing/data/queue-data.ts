import { expect, vi } from "vitest";
import type { Role } from "#lib/contract/access.ts";
import * as work from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** A queue of a new project, with an engineer there who made it. */
export async function aQueue(api: Harness): Promise<QueuePlace> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { project, caller, ...(await aQueueIn(api, { project, caller })) };
}

/** A queue and its items, one for each of `count` new calls in their order. */
export async function aQueueWithItems(
  api: Harness,
  count = 1,
): Promise<QueuePlace & { items: contract.QueueItem[] }> {
  const place = await aQueue(api);
  const callIds = await someCalls(api, place.project, count);
  const items = await itemsOf(api, place, callIds);
  return { ...place, items };
}

export type QueuePlace = { project: TestProject; caller: Caller; projectId: string; queueId: string };

export async function aQueueIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  name = "Queue",
  kind: contract.Queue["kind"] = "single",
): Promise<{ projectId: string; queueId: string }> {
  const { id } = await api.call(caller, contract.createQueue, {
    projectId: project.path,
    name,
    kind,
    scorerRefs: [],
  });
  return { projectId: project.path, queueId: id };
}

/** A queue with one item of a new call, written without any request: for what is made hundreds of times. */
export async function anItemIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
): Promise<{ project_id: string; queue_id: string; item_id: string }> {
  const [queueId, itemId, callId] = [newId(), newId(), newId()];
  await insertCalls(api, project, [callId]);
  await api.db.query(sql`
    insert into annotation_queue (id, project_id, name, scorer_refs, created_by)
    values (${queueId}, ${project.id}, 'Queue', '{}', ${caller.userId})`);
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    values (${itemId}, ${project.id}, ${queueId}, ${callId}, now(), 'op', ${`trace-${callId}`}, '{}', ${caller.userId})`);
  return { project_id: project.path, queue_id: queueId, item_id: itemId };
}

async function itemsOf(
  api: Harness,
  { caller, projectId, queueId }: QueuePlace,
  callIds: string[],
): Promise<contract.QueueItem[]> {
  const queue = { projectId, queueId };
  await api.call(caller, contract.addQueueItems, { ...queue, callIds, displayFields: ["output"] });
  return (await api.call(caller, contract.queryQueueItems, { ...queue })).items;
}

export type Settings = Partial<Omit<InputOf<typeof contract.createQueue>, "projectId" | "name">>;
type Wanted = { items?: number; people?: number; settings?: Settings; role?: Role };

/** A queue with these settings, items of new calls, and people who annotate them. */
export async function aDesk(api: Harness, wanted: Wanted = {}): Promise<DeskPlace> {
  const { items: count = 1, people: howMany = 1, settings = {}, role = "annotator" } = wanted;
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { id: queueId } = await api.call(caller, contract.createQueue, {
    projectId: project.path,
    name: "Queue",
    scorerRefs: [],
    ...settings,
  });
  const place = { project, caller, projectId: project.path, queueId };
  const items = count > 0 ? await itemsOf(api, place, await someCalls(api, project, count)) : [];
  const people = await Promise.all(Array.from({ length: howMany }, () => api.aCaller(project, role)));
  return new DeskPlace(api, { ...place, items, people });
}

type DeskFacts = QueuePlace & { items: contract.QueueItem[]; people: Caller[] };
type AnswerInput = Partial<InputOf<typeof work.answerItem>>;

/** A queue, its lead (`caller`), its people, and what they do there. */
export class DeskPlace {
  readonly api: Harness;
  readonly project: TestProject;
  readonly caller: Caller;
  readonly projectId: string;
  readonly queueId: string;
  readonly items: contract.QueueItem[];
  readonly people: Caller[];

  constructor(api: Harness, facts: DeskFacts) {
    this.api = api;
    this.project = facts.project;
    this.caller = facts.caller;
    this.projectId = facts.projectId;
    this.queueId = facts.queueId;
    this.items = facts.items;
    this.people = facts.people;
  }

  get at(): { projectId: string; queueId: string } {
    return { projectId: this.projectId, queueId: this.queueId };
  }

  /** The id of the nth item, in the order of adding. */
  id(n: number): string {
    return this.items[n]?.id ?? `no item ${n}`;
  }

  person(n: number): Caller {
    const found = this.people[n];
    if (!found) throw new Error(`This desk has no person ${n}`);
    return found;
  }

  reserve(
    person: Caller,
    more: { count?: number; itemId?: string } = {},
  ): Promise<ReplyOf<typeof work.reserveItems>> {
    return this.api.call(person, work.reserveItems, { ...this.at, count: 3, ...more });
  }

  /** Numbers of the items that a person has reserved after asking for `count`. */
  async numbersFor(person: Caller, count = 3): Promise<number[]> {
    const { reserved } = await this.reserve(person, { count });
    return reserved.map(({ item }) => this.items.findIndex(({ id }) => id === item.id));
  }

  answer(person: Caller, n: number, more: AnswerInput = {}): Promise<ReplyOf<typeof work.answerItem>> {
    return this.api.call(person, work.answerItem, {
      ...this.at,
      itemId: this.id(n),
      annotationState: "completed",
      revision: 0,
      feedback: [],
      replaced: [],
      isFlagged: false,
      flagNote: "",
      activeMs: 0,
      ...more,
    });
  }

  /** Changes settings of the queue as its lead. */
  async set(settings: Settings): Promise<void> {
    await this.api.call(this.caller, contract.updateQueue, { ...this.at, ...settings });
  }

  /** Numbers of the items that still want answers. */
  async open(): Promise<number[]> {
    const input = { ...this.at, filter: { isOpen: true } };
    const { items } = await this.api.call(this.caller, contract.queryQueueItems, input);
    return items.map((item) => this.items.findIndex(({ id }) => id === item.id));
  }

  /** Sets every reservation of the queue back in time, so that it has expired. */
  async expireReservations(): Promise<void> {
    await this.api.db.query(sql`
      update item_reservation set expires_at = now() - interval '1 second' where queue_id = ${this.queueId}`);
  }
}

/** Ids of new ended calls, each started a second after the one before. */
export async function someCalls(api: Harness, project: TestProject, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await insertCalls(api, project, ids);
  return ids;
}

/** Writes started and ended calls of these ids in one statement. */
export async function insertCalls(
  { db }: { db: Db },
  project: TestProject,
  ids: readonly string[],
): Promise<void> {
  await db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, ended_at, inputs)
    select ${project.id}, id, 'trace-' || id, 'op', '2026-01-01T00:00:00.000001Z'::timestamptz + place * interval '1 second',
      '2026-01-01T00:00:00.5Z'::timestamptz + place * interval '1 second', '{}'
    from unnest(${[...ids]}::text[]) with ordinality as asked (id, place)`);
}

/** Waits until `count` statements that contain `text` wait for a lock. */
export async function untilWaiting(api: Harness, text: string, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await api.db.query(sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and strpos(query, ${text}) > 0`);
    expect(waiting).toHaveLength(count);
  }, 2500);
}

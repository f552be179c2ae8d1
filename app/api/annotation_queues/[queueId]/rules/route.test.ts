import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fillQueues } from "#lib/annotation/rules/fill-queues.ts";
import * as contract from "#lib/contract/annotation/queue-rules.ts";
import { queryQueueItems, removeQueueItem } from "#lib/contract/annotation/queues.ts";
import { Sql, sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aStart } from "#lib/testing/data/call-data.ts";
import { aNote, sendBatch } from "#lib/testing/data/feedback-data.ts";
import { aQueue, aQueueIn, insertCalls, type QueuePlace, someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

const nameQueue = async (place: Parameters<typeof aQueueIn>[1]) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
};
routeGuarantees(api, contract.createQueueRule, async (place) => ({
  ...(await nameQueue(place)),
  name: "Errors",
  filter: { op_names: ["op"] },
  query: { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } },
  rate: 0.5,
  max_open: 10,
  display_fields: ["output"],
  includes_own: true,
  is_paused: true,
}));
routeGuarantees(api, contract.listQueueRules, nameQueue);

/** A rule as it is sent, raw. */
async function rule(place: QueuePlace, fields: Record<string, unknown> = {}) {
  const path = `/annotation_queues/${place.queueId}/rules`;
  const body = { project_id: place.projectId, name: "All", ...fields };
  const response = await api.send(place.caller, { path, body });
  return { status: response.status, body: await response.json() };
}

async function rulesOf({ caller, projectId, queueId }: QueuePlace) {
  return (await api.call(caller, contract.listQueueRules, { projectId, queueId })).rules;
}

async function itemsOf({ caller, projectId, queueId }: QueuePlace) {
  return (await api.call(caller, queryQueueItems, { projectId, queueId })).items;
}

test("calls that end become items of the rule that wants them, at the rate that their ids give, and no other calls do", async () => {
  const place = await aQueue(api);
  const earlier = await someCalls(api, place.project, 1);
  const { body } = await rule(place, { name: "A third", rate: 0.3, display_fields: ["output"] });
  const calls = await someCalls(api, place.project, 60);
  const open = newId();
  await api.send(place.caller, { path: "/call/start", body: { start: aStart(place.project, { id: open }) } });
  await insertCalls(api, await api.aProject(), [newId()]);
  await fillQueues(api.db);

  const chosen = calls.filter((id) => share(body.rule.id, id) < 0.3);
  const items = await itemsOf(place);
  expect(items.map(({ callId }) => callId)).toEqual(chosen);
  expect(items).not.toContainEqual(expect.objectContaining({ callId: earlier[0] }));
  expect(items[0]).toMatchObject({
    ruleId: body.rule.id,
    ruleName: "A third",
    addedBy: place.caller.userId,
    displayFields: ["output"],
  });
  expect(await rulesOf(place)).toMatchObject([
    { lookedAt: 60, matched: chosen.length, added: chosen.length, heldBack: 0 },
  ]);

  // It is looked at when it ends, and not again.
  const end = { project_id: place.projectId, id: open, ended_at: "2026-01-01T00:00:01Z", summary: {} };
  await api.send(place.caller, { path: "/call/end", body: { end } });
  await fillQueues(api.db);
  await fillQueues(api.db);
  expect(await rulesOf(place)).toMatchObject([{ lookedAt: 61 }]);
});

/** The share that a rate is compared with, computed again. */
function share(ruleId: string, callId: string): number {
  const hex = createHash("sha256").update(`${ruleId}/${callId}`).digest("hex").slice(0, 12);
  return Number.parseInt(hex, 16) / 2 ** 48;
}

test("conditions are those of a list of calls, and feedback that comes later is one of them", async () => {
  const place = await aQueue(api);
  await rule(place, {
    query: {
      $expr: { $eq: [{ $getField: "feedback.[wandb.reaction.1].payload.emoji" }, { $literal: "👎" }] },
    },
  });
  const [liked = "", disliked = ""] = await someCalls(api, place.project, 2);
  await fillQueues(api.db);
  expect(await itemsOf(place)).toEqual([]);
  const reaction = (callId: string, emoji: string) =>
    aNote(place.project, {
      weave_ref: `weave:///${place.projectId}/call/${callId}`,
      feedback_type: "wandb.reaction.1",
      payload: { emoji },
    });
  const { status } = await sendBatch(api, place.caller, [reaction(liked, "👍"), reaction(disliked, "👎")]);
  expect(status).toBe(200);
  await fillQueues(api.db);
  expect((await itemsOf(place)).map(({ callId }) => callId)).toEqual([disliked]);
});

test("what somebody removed stays out, and a full queue takes no more", async () => {
  const place = await aQueue(api);
  await rule(place, { max_open: 3 });
  const calls = await someCalls(api, place.project, 5);
  await fillQueues(api.db);
  const items = await itemsOf(place);
  expect(items.map(({ callId }) => callId)).toEqual(calls.slice(0, 3));
  expect(await rulesOf(place)).toMatchObject([{ matched: 5, added: 3, heldBack: 2 }]);
  const at = { projectId: place.projectId, queueId: place.queueId };
  await api.call(place.caller, removeQueueItem, { ...at, itemId: items[0]?.id ?? "" });
  // Every call changes once more, as by an end that arrives twice: noted again by hand.
  await api.db.query(sql`
    insert into rule_inbox (project_id, call_ids) values (${place.project.id}, ${calls}::text[])`);
  await fillQueues(api.db);
  expect((await itemsOf(place)).map(({ callId }) => callId)).toEqual(calls.slice(1, 4));
});

test("a batch of calls costs one note however large it is, and rounds take notes of any sizes apart and together", async () => {
  const place = await aQueue(api);
  await rule(place);
  const one = await someCalls(api, place.project, 1);
  const many = await someCalls(api, place.project, 1_100);
  const few = [...(await someCalls(api, place.project, 2)), ...(await someCalls(api, place.project, 3))];
  expect(await api.db.prisma.ruleInbox.count({ where: { projectId: place.project.id } })).toBe(4);
  expect(await fillQueues(api.db)).toBe(1_106);
  expect(await api.db.prisma.ruleInbox.count()).toBe(0);
  const items = await api.db.prisma.queueItem.findMany({ where: { queueId: place.queueId } });
  expect(items.map(({ callId }) => callId).sort()).toEqual([...one, ...many, ...few].sort());
  expect(await rulesOf(place)).toMatchObject([{ lookedAt: 1_106, added: 1_106 }]);
});

test("a round that is undone leaves neither items nor counts, and the next one misses nothing and adds nothing twice", async () => {
  const place = await aQueue(api);
  await rule(place);
  const calls = await someCalls(api, place.project, 700);
  const killed = api.db.transaction(async (tx) => {
    await fillQueues(tx);
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await itemsOf(place)).toEqual([]);
  await Promise.all([fillQueues(api.db), fillQueues(api.db)]);
  await fillQueues(api.db);
  expect((await itemsOf(place)).map(({ callId }) => callId).sort()).toEqual([...calls].sort());
  expect(await rulesOf(place)).toMatchObject([{ lookedAt: 700, added: 700 }]);
});

test("on a slow machine a rule takes fewer calls at a time; one that is too slow for a few pauses and says so", async () => {
  const place = await aQueue(api);
  await rule(place);
  const slow = (ms: number) =>
    api.asOwner(
      new Sql(
        [
          `create or replace function slow_item() returns trigger language plpgsql as
             'begin perform pg_sleep(${ms / 1000}); return new; end'`,
        ],
        [],
      ),
    );
  await slow(10);
  await api.asOwner(
    sql`create trigger slow_item before insert on queue_item for each row execute function slow_item()`,
  );
  const calls = await someCalls(api, place.project, 40);
  await fillQueues(api.db, 250);
  expect((await itemsOf(place)).map(({ callId }) => callId).sort()).toEqual([...calls].sort());
  expect(await rulesOf(place)).toMatchObject([{ isPaused: false, problem: null, lookedAt: 40, added: 40 }]);

  await slow(400);
  await someCalls(api, place.project, 2);
  await fillQueues(api.db, 250);
  await api.asOwner(sql`drop trigger slow_item on queue_item`);
  expect(await rulesOf(place)).toMatchObject([
    { isPaused: true, problem: expect.stringContaining("took too long"), added: 40 },
  ]);
});

test("a paused rule looks at nothing; one whose author may do it no longer pauses and says so, and the others continue", async () => {
  const place = await aQueue(api);
  const author = await api.aCaller(place.project);
  const { body } = await rule({ ...place, caller: author }, { name: "Left" });
  await rule(place, { name: "Paused", is_paused: true });
  await rule(place, { name: "Works" });
  const membership = { projectId: place.project.id, userId: author.userId };
  await api.db.prisma.projectMember.updateMany({ where: membership, data: { role: "viewer" } });
  const calls = await someCalls(api, place.project, 2);
  await fillQueues(api.db);
  expect((await itemsOf(place)).map(({ callId }) => callId)).toEqual(calls);
  expect(await rulesOf(place)).toMatchObject([
    {
      name: "Left",
      isPaused: true,
      problem: expect.stringContaining("does not allow queues:write"),
      added: 0,
    },
    { name: "Paused", isPaused: true, problem: null, lookedAt: 0 },
    { name: "Works", isPaused: false, problem: null, added: 2 },
  ]);
  const path = `/annotation_queues/${place.queueId}/rules/${body.rule.id}`;
  const saved = await api.send(place.caller, {
    method: "PUT",
    path,
    body: { project_id: place.projectId, name: "Left" },
  });
  expect((await saved.json()).rule).toMatchObject({
    is_paused: false,
    problem: null,
    updated_by: place.caller.userId,
  });
});

test("what a rule cannot mean is refused where it stands, and a queue of pairs takes none", async () => {
  const place = await aQueue(api);
  const refused: [Record<string, unknown>, string, string][] = [
    [{ rate: 0 }, "rate", "a share above 0"],
    [{ rate: 1.5 }, "rate", "a share above 0"],
    [{ filter: { op_name: "x" } }, "filter", "not permitted"],
    [{ query: { $expr: { $eq: [{ $getField: "colour" }, { $literal: 1 }] } } }, "query", "no field colour"],
    [{ max_open: 0 }, "max_open", "greater than or equal to 1"],
  ];
  for (const [fields, at, words] of refused) {
    const { status, body } = await rule(place, fields);
    expect(status, at).toBe(422);
    expect(body.detail[0].loc.slice(0, 2)).toEqual(["body", at]);
    expect(body.detail[0].msg).toContain(words);
  }
  await api.db.prisma.annotationQueue.update({ where: { id: place.queueId }, data: { kind: "pairwise" } });
  expect((await rule(place)).status).toBe(409);
});

test("calls of evaluations and of the playground, and nameless copies, are left out unless they are meant", async () => {
  const place = await aQueue(api);
  await rule(place);
  const own = await aQueueIn(api, place, "Own");
  await rule({ ...place, ...own }, { includes_own: true });
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, thread_id, op_name, started_at, ended_at)
    select ${place.project.id}, t || ${newId()}, t, t,
      case when t = 'copy' then 'blind_answer' else 'op' end, now(), now()
    from unnest(array['eval/1', 'playground-2', 'copy', 'mine']) as t`);
  await fillQueues(api.db);
  expect(await itemsOf(place)).toHaveLength(1);
  expect(await itemsOf({ ...place, ...own })).toHaveLength(4);
});

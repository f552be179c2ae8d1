import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-rules.ts";
import { queryQueueItems, removeQueueItem } from "#lib/contract/annotation/queues.ts";
import { aQueue, someCalls } from "#lib/testing/data/queue-data.ts";
import { aRuleIn } from "#lib/testing/data/rule-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.countRuleBackfill, (place) => aRuleIn(api, place));
routeGuarantees(api, contract.backfillQueueRule, async (place) => ({
  ...(await aRuleIn(api, place)),
  limit: 5,
}));

test("what is counted is what is added, the newest first, and neither twice nor what was removed", async () => {
  const place = await aQueue(api);
  const { caller, projectId, queueId } = place;
  const calls = await someCalls(api, place.project, 12);
  const { rule } = await api.call(caller, contract.createQueueRule, {
    projectId,
    queueId,
    name: "Half",
    rate: 0.5,
    displayFields: [],
    includesOwn: false,
    isPaused: true,
  });
  const at = { projectId, queueId, ruleId: rule.id };
  const counted = await api.call(caller, contract.countRuleBackfill, at);
  expect(counted).toMatchObject({ matching: 12, queued: 0, removed: 0, heldBack: 0, toAdd: counted.inRate });
  const path = `/annotation_queues/${queueId}/rules/${rule.id}/backfill`;
  const limited = await api.send(caller, { path, body: { project_id: projectId, limit: 1 } });
  expect(await limited.json()).toMatchObject({ added_count: 1, rule: { added: 1, looked_at: 0 } });
  const { items } = await api.call(caller, queryQueueItems, { projectId, queueId });
  const [newest] = items;
  expect(newest).toMatchObject({ ruleId: rule.id, ruleName: "Half" });
  await api.call(caller, removeQueueItem, { projectId, queueId, itemId: newest?.id ?? "" });
  expect(await api.call(caller, contract.countRuleBackfill, at)).toMatchObject({
    removed: 1,
    toAdd: counted.inRate - 1,
  });
  const rest = await api.call(caller, contract.backfillQueueRule, { ...at, limit: 10_000 });
  expect(rest.addedCount).toBe(counted.inRate - 1);
  const added = (await api.call(caller, queryQueueItems, { projectId, queueId })).items.map(
    ({ callId }) => callId,
  );
  const later = calls.slice(calls.indexOf(newest?.callId ?? "") + 1);
  expect(added).toEqual(calls.filter((id) => added.includes(id)));
  expect(added.some((id) => later.includes(id))).toBe(false);
  expect(await api.call(caller, contract.countRuleBackfill, at)).toMatchObject({
    toAdd: 0,
    queued: added.length,
  });
});

test("a rule says what its last backfill did: what it chose, what it added and what it held back", async () => {
  const place = await aQueue(api);
  const { caller, projectId, queueId } = place;
  await someCalls(api, place.project, 7);
  const made = await api.call(caller, contract.createQueueRule, {
    projectId,
    queueId,
    name: "Few at a time",
    rate: 1,
    maxOpen: 3,
    displayFields: [],
    includesOwn: false,
    isPaused: true,
  });
  expect(made.rule.backfill).toBe(null);
  const path = `/annotation_queues/${queueId}/rules/${made.rule.id}/backfill`;
  const send = async () =>
    (await api.send(caller, { path, body: { project_id: projectId, limit: 500 } })).json();
  const at = expect.stringMatching(/^20/);
  expect(await send()).toMatchObject({
    rule: { added: 3, looked_at: 0, held_back: 0, backfill: { at, matched: 7, added: 3, held_back: 4 } },
  });
  // The queue is full: the next one chooses what is left, and adds nothing.
  expect(await send()).toMatchObject({
    rule: { added: 3, backfill: { matched: 4, added: 0, held_back: 4 } },
  });
  const { rules } = await api.call(caller, contract.listQueueRules, { projectId, queueId });
  expect(rules[0]?.backfill).toMatchObject({ matched: 4, added: 0, heldBack: 4 });
});

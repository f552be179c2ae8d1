import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-rules.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueue, someCalls } from "#lib/testing/data/queue-data.ts";
import { aRuleIn } from "#lib/testing/data/rule-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.countRuleMatches, async (place) => {
  const { project_id, queue_id } = await aRuleIn(api, place);
  return { project_id, queue_id };
});

test("the calls that a rule would take are counted: ended ones, and those of evaluations only where they are meant", async () => {
  const { caller, project, projectId, queueId } = await aQueue(api);
  const [evaluated, running] = await someCalls(api, project, 5);
  await api.db.query(sql`update call set thread_id = 'eval/run-1' where id = ${evaluated}`);
  await api.db.query(sql`update call set ended_at = null where id = ${running}`);
  const counted = async (sent: object) => {
    const path = `/annotation_queues/${queueId}/rules/matches`;
    const response = await api.send(caller, { path, body: { project_id: projectId, ...sent } });
    return [response.status, await response.json()];
  };
  expect(await counted({})).toEqual([200, { count: 3, has_more: false }]);
  expect(await counted({ includes_own: true })).toEqual([200, { count: 4, has_more: false }]);
  const filter = { call_ids: [evaluated, running] };
  expect(await counted({ filter })).toEqual([200, { count: 0, has_more: false }]);
  // What the rule says of itself once it is saved.
  const rule = { name: "All", rate: 1, displayFields: [], includesOwn: false, isPaused: true };
  const made = await api.call(caller, contract.createQueueRule, { projectId, queueId, ...rule });
  const at = { projectId, queueId, ruleId: made.rule.id };
  expect(await api.call(caller, contract.countRuleBackfill, at)).toMatchObject({ matching: 3 });
  const query = { $expr: { $eq: [{ $getField: "nonsense.x" }, { $literal: "a" }] } };
  expect((await counted({ query }))[0]).toBe(422);
});

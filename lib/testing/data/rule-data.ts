import * as contract from "#lib/contract/annotation/queue-rules.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { aQueueIn } from "./queue-data.ts";

/** A rule of a new queue, as requests name it. */
export async function aRuleIn(
  api: Harness,
  place: { project: TestProject; caller: Caller },
): Promise<{ project_id: string; queue_id: string; rule_id: string }> {
  const queue = await aQueueIn(api, place);
  const { rule } = await api.call(place.caller, contract.createQueueRule, {
    ...queue,
    name: "All",
    rate: 1,
    displayFields: [],
    includesOwn: false,
    isPaused: false,
  });
  return { project_id: queue.projectId, queue_id: queue.queueId, rule_id: rule.id };
}

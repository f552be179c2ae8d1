import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { backfillQueueRule, createQueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { createQueue, removeQueueItem } from "#lib/contract/annotation/queues.ts";
import { completeCalls } from "#lib/contract/traces/calls.ts";
import { newId } from "#lib/platform/ids.ts";
import { childOf } from "../../../e2e/support/service.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, secondsSince, unless } from "./check.ts";
import type { House } from "./house.ts";

const CALLS = 100_000;
const BATCH = 1_000;
/** A rule that takes nothing is refused. */
const RATES = [0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1] as const;
/** Ingestion is measured in turns with rules and without, since a machine is not equally quick all the time. */
const TURNS = 5;
const LEAST_SHARE = 0.95;
const BACKFILLED = 10_000;
const BACKFILL_AIM_S = 10;
const NOTES_GONE_WITHIN_MS = 600_000;

type Rule = { id: string; queueId: string; rate: number };

/** Each queue gets exactly the calls that its rule's hash says, wherever a worker is killed, and recording costs hardly more. */
export const rulesAtSize: Check = async (house) => {
  const [ruled, plain] = [await house.town([]), await house.town([])];
  await takeLastPlace(house);
  const rules: Rule[] = [];
  for (const rate of RATES) rules.push(await aRule(ruled, rate));
  const callIds: string[] = [];
  const seconds = { ruled: 0, plain: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    seconds.plain += await record(plain, CALLS / TURNS, []);
    seconds.ruled += await record(ruled, CALLS / TURNS, callIds);
    process.kill(childOf(house.service, "worker/main.ts"), "SIGKILL");
  }
  const faults = await untilLookedAt(house);
  for (const rule of rules) faults.push(...(await differences(house, rule, callIds)));
  faults.push(...(await removedStayOut(house, ruled, rules[5])));
  const share = seconds.plain / seconds.ruled;
  const took = await backfill(ruled, callIds.slice(0, BACKFILLED).length);
  return {
    found: `${CALLS.toLocaleString("en")} calls, ${RATES.length} rules, ${TURNS} kills of the worker; recording at ${Math.round(share * 100)} % of the rate without rules; ${BACKFILLED.toLocaleString("en")} earlier calls in ${took.toFixed(1)} s`,
    faults: [
      ...faults,
      ...unless(
        share >= LEAST_SHARE,
        `Recording is at ${Math.round(share * 100)} % of the rate without rules.`,
      ),
      ...unless(took <= BACKFILL_AIM_S, `Adding earlier calls took ${took.toFixed(1)} s.`),
    ],
  };
};

/**
 * A third project with calls, younger than both that are compared. Indexes begin with the project, and at their very end they grow more cheaply: of two
 * projects without any rule, the younger one recorded 7 to 10 % faster.
 */
async function takeLastPlace(house: House): Promise<void> {
  await record(await house.town([]), BATCH, []);
}

async function aRule({ lead, projectId }: Town, rate: number): Promise<Rule> {
  const { id: queueId } = await lead.call(createQueue, { projectId, name: `Rate ${rate}`, scorerRefs: [] });
  const { rule } = await lead.call(createQueueRule, {
    ...{ projectId, queueId, name: "Some", rate, displayFields: [], includesOwn: false, isPaused: false },
  });
  return { id: rule.id, queueId, rate };
}

/** Seconds that so many calls took, whose ids go into `ids`. */
async function record({ lead, entity, project }: Town, count: number, ids: string[]): Promise<number> {
  let seconds = 0;
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: BATCH }, () => {
      const id = newId();
      ids.push(id);
      const at = { started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" };
      return {
        id,
        trace_id: id,
        op_name: "ask",
        attributes: {},
        inputs: { question: id },
        output: "yes",
        summary: {},
        ...at,
      };
    });
    const startedAt = performance.now();
    await lead.call(completeCalls, { entity, project, batch });
    seconds += secondsSince(startedAt);
  }
  return seconds;
}

async function untilLookedAt(house: House): Promise<string[]> {
  const deadline = performance.now() + NOTES_GONE_WITHIN_MS;
  while (performance.now() < deadline) {
    const { rowCount } = await house.query("select 1 from rule_inbox limit 1");
    if (rowCount === 0) return [];
    await sleep(500);
  }
  return ["Some notes were not looked at."];
}

async function differences(
  house: House,
  { id, queueId, rate }: Rule,
  callIds: readonly string[],
): Promise<string[]> {
  const meant = new Set(callIds.filter((callId) => isMeant(id, callId, rate)));
  const { rows } = await house.query("select call_id from queue_item where queue_id = $1", [queueId]);
  const wrong = rows.filter(({ call_id }) => !meant.has(call_id)).length;
  return unless(
    rows.length === meant.size && wrong === 0,
    `At the rate ${rate} the queue has ${rows.length} items, ${wrong} of them wrong, and ${meant.size} are meant.`,
  );
}

/** By the published rule: the first 48 bits of the hash of both ids. */
function isMeant(ruleId: string, callId: string, rate: number): boolean {
  const hash = createHash("sha256").update(`${ruleId}/${callId}`).digest("hex");
  return rate >= 1 || Number.parseInt(hash.slice(0, 12), 16) < Math.round(rate * 2 ** 48);
}

/** What somebody removed is not added again when all is looked at once more. */
async function removedStayOut(
  house: House,
  { lead, projectId }: Town,
  rule: Rule | undefined,
): Promise<string[]> {
  if (!rule) return ["There was no rule to remove from."];
  const { rows } = await house.query("select id from queue_item where queue_id = $1 order by id limit 5", [
    rule.queueId,
  ]);
  for (const { id } of rows)
    await lead.call(removeQueueItem, { projectId, queueId: rule.queueId, itemId: id });
  const { addedCount } = await lead.call(backfillQueueRule, {
    projectId,
    queueId: rule.queueId,
    ruleId: rule.id,
    limit: BACKFILLED,
  });
  return unless(addedCount === 0, `${addedCount} items came back that were removed or never meant.`);
}

/** Seconds in which a new rule takes so many earlier calls. */
async function backfill(town: Town, limit: number): Promise<number> {
  const { id, queueId } = await aRule(town, 1);
  const startedAt = performance.now();
  const { addedCount } = await town.lead.call(backfillQueueRule, {
    projectId: town.projectId,
    queueId,
    ruleId: id,
    limit,
  });
  if (addedCount !== limit)
    throw new Error(`${addedCount} earlier calls were added, and ${limit} were asked for`);
  return secondsSince(startedAt);
}

import { setTimeout as sleep } from "node:timers/promises";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import type { Annotator, Town } from "../../examples/loop/town.ts";
import {
  answer,
  answerAll,
  aPlace,
  atQueue,
  callsOfNextVersion,
  type Place,
  reserve,
} from "./asked-people.ts";
import { ASKED, aRun, rolloutsOf, untilEnded, untilRound } from "./asking-run.ts";
import { type Check, secondsSince, unless } from "./check.ts";
import type { House } from "./house.ts";

/** The shortest that a deadline can be: 36 seconds. */
const SHORTEST_HOURS = 0.01;
const AIM_S = 5;
/** Long enough for the worker to look at what waits several times. */
const WAITED_MS = 8_000;

/** A run of reinforcement asks people at once, occupies nothing while it waits, continues when they are done or too late, and late answers are answers. */
export const peopleReward: Check = async (house) => {
  const town = await house.town(["Ada"]);
  const [ada] = town.annotators;
  if (!ada) throw new Error("There is nobody to ask");
  const place = await aPlace(town);
  const answered = await answeredInTime(house, { town, ada, place });
  const late = await answeredTooLate({ town, ada, place });
  return {
    found: `the queue was filled ${answered.filled.toFixed(1)} s after the last grade; ${answered.held} leases while it waited; on ${answered.resumed.toFixed(1)} s after the last answer, and ${late.resumed.toFixed(1)} s after the deadline`,
    faults: [...answered.faults, ...late.faults],
  };
};

type Asking = { town: Town; ada: Annotator; place: Place };

async function answeredInTime(house: House, { town, ada, place }: Asking) {
  const runId = await aRun(town, place, 12);
  await untilRound(town, runId, ({ groups, groupsDone }) => groups > 0 && groupsDone === groups);
  const gradedAt = performance.now();
  await untilRound(town, runId, ({ people }) => people !== null);
  const filled = secondsSince(gradedAt);
  const { items } = await town.lead.call(queryQueueItems, { ...atQueue(town, place), limit: 100, offset: 0 });
  const held = await leasesWhileWaiting(house, runId);
  const said = await answerAll(town, { ada, place, count: ASKED });
  const answeredAt = performance.now();
  const round = await untilRound(town, runId, ({ phase }) => phase !== "waiting_for_people");
  const resumed = secondsSince(answeredAt);
  const rollouts = await rolloutsOf(town, runId);
  const byPeople = rollouts.filter(({ settledBy }) => settledBy === "people").length;
  return {
    ...{ filled, held, resumed },
    faults: [
      ...unless(items.length === ASKED, `The queue has ${items.length} items, and ${ASKED} were meant.`),
      ...unless(said === ASKED, `Only ${said} items could be answered.`),
      ...unless(filled <= AIM_S, `The queue was filled after ${filled.toFixed(1)} s.`),
      ...unless(held === 0, `While it waits, ${held} leases are held.`),
      ...unless(resumed <= AIM_S, `It continued ${resumed.toFixed(1)} s after the last answer.`),
      ...unless(byPeople === ASKED, `${byPeople} rewards are what people said, and ${ASKED} were asked.`),
      ...unless(round.people?.answered === ASKED, "The round does not say that all was answered."),
    ],
  };
}

/** One answer comes in time, one that was begun then comes after the deadline, and the others never. */
async function answeredTooLate({ town, ada, place }: Asking) {
  const runId = await aRun(town, place, SHORTEST_HOURS);
  const { people } = await untilRound(town, runId, (round) => round.people !== null);
  const [inTime, begun] = await reserve(town, { ada, place, count: 2 });
  if (!inTime || !begun || !people) throw new Error("The run asked about fewer than two answers");
  await answer(town, { ada, place, reserved: inTime });
  await untilRound(town, runId, ({ phase }) => phase !== "waiting_for_people");
  const resumed = (Date.now() - Number(people.deadline)) / 1000;
  await untilEnded(town, runId);
  const rollouts = await rolloutsOf(town, runId);
  const settledBy = (name: string) => rollouts.filter((one) => one.settledBy === name).length;
  await answer(town, { ada, place, reserved: begun });
  const taken = await callsOfNextVersion(town, place);
  return {
    resumed,
    faults: [
      ...unless(resumed >= 0, `It continued ${(-resumed).toFixed(1)} s before the deadline.`),
      ...unless(resumed <= AIM_S, `It continued ${resumed.toFixed(1)} s after the deadline.`),
      ...unless(
        settledBy("people") === 1 && settledBy("judge") === ASKED - 1,
        `People settled ${settledBy("people")} rewards and the graders ${settledBy("judge")}; 1 and ${ASKED - 1} are meant.`,
      ),
      ...unless(taken.has(begun.item.callId), "The late answer is not in the next version."),
    ],
  };
}

/** Leases that name the run, or jobs that are held, at any of many looks. */
async function leasesWhileWaiting(house: House, runId: string): Promise<number> {
  let most = 0;
  for (const until = performance.now() + WAITED_MS; performance.now() < until; await sleep(200)) {
    const { rows } = await house.query(
      `select (select count(*) from lease where name like '%' || $1 || '%' and expires_at > now())::int
        + (select count(*) from training_job where state in ('queued', 'validating', 'running'))::int as held`,
      [runId],
    );
    most = Math.max(most, rows[0]?.held ?? 0);
  }
  return most;
}

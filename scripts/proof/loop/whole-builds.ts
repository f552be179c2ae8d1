import { setTimeout as sleep } from "node:timers/promises";
import { getQueueStats } from "#lib/contract/annotation/queues.ts";
import { getDataset, updateDataset } from "#lib/contract/datasets/datasets.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { childOf } from "../../../e2e/support/service.ts";
import { percentile } from "../../bench/measure.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, secondsSince, unless } from "./check.ts";
import type { House } from "./house.ts";
import { fillLargeQueue, type LargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf, rowsOf } from "./sources.ts";

const ITEMS = 10_000;
const KILLS = 20;
const AIM_S = 20;
const IDLE_REQUESTS = 200;
const BACK_WITHIN_MS = 30_000;

/** Thirty thousand answers become a version in seconds while others continue to ask; of a build that is killed there is all or nothing. */
export const wholeBuilds: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 7 });
  const datasetId = await aDataset(town, recipeOf(queue, 0));
  const idle = await timesOf(town, queue, (asked) => asked < IDLE_REQUESTS);
  const startedAt = performance.now();
  let isBuilding = true;
  const building = build(town, datasetId).finally(() => {
    isBuilding = false;
  });
  const during = await timesOf(town, queue, () => isBuilding);
  await building;
  const seconds = secondsSince(startedAt);
  const faults = await killBuilds(house, { town, queue, datasetId, buildMs: seconds * 1000 });
  const [before, busy] = [percentile(idle, 0.95), percentile(during, 0.95)];
  return {
    found: `${ITEMS.toLocaleString("en")} items with three answers each in ${seconds.toFixed(1)} s; another request in that time p95 ${busy.toFixed(1)} ms (${before.toFixed(1)} ms at rest); ${KILLS} kills`,
    faults: [
      ...faults,
      ...unless(seconds <= AIM_S, `The build took ${seconds.toFixed(1)} s, and the aim is ${AIM_S} s.`),
      ...unless(
        busy <= 2 * before,
        `In that time p95 of another request is ${(busy / before).toFixed(1)} times that at rest, and the aim is 2.`,
      ),
    ],
  };
};

/** Another seed holds out other rows, and so makes another version. */
function recipeOf(queue: LargeQueue, seed: number) {
  return labelsOf(queue, { rule: "weighted" }, { split: { held_out: 0.2, seed } });
}

/** Sorted milliseconds of a request that somebody else makes, one after the other. */
async function timesOf(
  { lead, projectId }: Town,
  { id }: LargeQueue,
  isWanted: (asked: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (isWanted(times.length)) {
    const startedAt = performance.now();
    await lead.call(getQueueStats, { projectId, queueIds: [id] });
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other);
}

type Builds = { town: Town; queue: LargeQueue; datasetId: string; buildMs: number };

async function killBuilds(house: House, { town, queue, datasetId, buildMs }: Builds): Promise<string[]> {
  const { lead, projectId } = town;
  const random = seededRandom(20_261_124);
  for (let at = 1; at <= KILLS; at++) {
    await lead.call(updateDataset, { projectId, datasetId, recipe: recipeOf(queue, at) });
    const ended = build(town, datasetId).catch(() => null);
    await sleep(random() * buildMs * 1.2);
    process.kill(childOf(house.service, "server.ts"), "SIGKILL");
    await ended;
    if (!(await isBack(town, datasetId))) return [`After kill ${at} the service did not answer again.`];
  }
  const faults: string[] = [];
  const { versions } = await lead.call(getDataset, { projectId, datasetId });
  for (const version of versions) {
    const { train, heldOut } = version.counts;
    const rows = await rowsOf(town, version);
    const isWhole = rows.length === train + heldOut && rows.every(({ evidence }) => evidence.length > 0);
    faults.push(...unless(isWhole, `v${version.number} has ${rows.length} rows of ${train + heldOut}.`));
  }
  return faults;
}

async function isBack({ lead, projectId }: Town, datasetId: string): Promise<boolean> {
  const deadline = performance.now() + BACK_WITHIN_MS;
  while (performance.now() < deadline) {
    try {
      await lead.call(getDataset, { projectId, datasetId });
      return true;
    } catch {
      await sleep(100);
    }
  }
  return false;
}

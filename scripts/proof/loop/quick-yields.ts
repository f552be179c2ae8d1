import { queryItemYields } from "#lib/contract/datasets/item-yields.ts";
import { percentile } from "../../bench/measure.ts";
import { type Check, unless } from "./check.ts";
import { answeredRef, FEEDBACK_TYPE, fillLargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf, rejectionsOf, rowsOf } from "./sources.ts";

const ITEMS = 10_000;
const ASKED = 500;
const AIM_MS = 15;

/** What the desk shows while somebody types is the row that is built later, and comes at once in a large queue, too. */
export const quickYields: Check = async (house) => {
  const town = await house.town(["Ada"]);
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 6 });
  const datasetId = await aDataset(town, labelsOf(queue, { rule: "majority" }, { dedupe: { exact: false } }));
  const ada = town.annotators[0]?.service ?? town.lead;
  await house.atRest();
  const times: number[] = [];
  const shown = new Map<string, string>();
  for (const { id: itemId, callId } of queue.items.filter((_, at) => at % (ITEMS / ASKED) === 0)) {
    const feedback = {
      projectId: town.projectId,
      weaveRef: answeredRef(town, callId),
      feedbackType: FEEDBACK_TYPE,
      annotationRef: queue.field,
      payload: { value: queue.said.get(callId)?.[0] },
    };
    const startedAt = performance.now();
    const { yields } = await ada.call(queryItemYields, {
      projectId: town.projectId,
      queueId: queue.id,
      itemId,
      feedback: [feedback],
      isFlagged: false,
    });
    times.push(performance.now() - startedAt);
    shown.set(callId, JSON.stringify(yields.find((one) => one.datasetId === datasetId)?.rows));
  }
  const { version } = await build(town, datasetId);
  const built = new Map(
    (await rowsOf(town, version)).map(({ row: { split: _, ...row }, evidence }) => [
      evidence.find(({ kind }) => kind === "call")?.id ?? "",
      JSON.stringify([row]),
    ]),
  );
  // Which part a row is in, and whether it ties both parts together, is decided by all items.
  const between = new Set(
    (await rejectionsOf(town, version)).flatMap(({ itemId, reason }) =>
      reason === "both_splits" ? itemId : [],
    ),
  );
  for (const { id, callId } of queue.items) if (between.has(id)) shown.delete(callId);
  const other = [...shown].filter(([callId, row]) => built.get(callId) !== row);
  const same = shown.size - other.length;
  const [callId = "", row] = other[0] ?? [];
  const served = house.servedIn(/\/yields$/);
  const [p50, p95] = halfAndMost(served);
  const [there50, there95] = halfAndMost(times);
  return {
    found: `${same} of ${shown.size} rows are built as shown; in a queue of ${ITEMS.toLocaleString("en")} items the service takes ${p50} ms for one (p95 ${p95} ms), over HTTP and back ${there50.toFixed(1)} ms (p95 ${there95.toFixed(1)} ms)`,
    faults: [
      ...unless(
        same === shown.size,
        `${other.length} rows are built otherwise than they were shown, such as ${row} as ${built.get(callId)}.`,
      ),
      ...unless(served.length === ASKED, `The log has ${served.length} of ${ASKED} requests.`),
      ...unless(p95 <= AIM_MS, `p95 of the service is ${p95} ms, and the aim is ${AIM_MS} ms.`),
    ],
  };
};

function halfAndMost(times: readonly number[]): [p50: number, p95: number] {
  const sorted = [...times].sort((one, next) => one - next);
  return [percentile(sorted, 0.5), percentile(sorted, 0.95)];
}

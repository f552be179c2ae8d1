import { call } from "#lib/client/call.ts";
import { removeMember } from "#lib/contract/access/members.ts";
import { decideItem } from "#lib/contract/annotation/queue-lead.ts";
import type { VersionRow } from "#lib/contract/datasets/dataset-versions.ts";
import { deleteCalls } from "#lib/contract/traces/calls.ts";
import { purgeFeedback, replaceFeedback } from "#lib/contract/traces/feedback.ts";
import { ADMIN } from "../../../e2e/support/service.ts";
import { sessionHeaders } from "../../../e2e/support/session.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, unless } from "./check.ts";
import type { House } from "./house.ts";
import { answeredRef, FEEDBACK_TYPE, fillLargeQueue, type LargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf, rowsOf } from "./sources.ts";

const ITEMS = 100;
/** Rows that each kind of change concerns. */
const EACH = 10;

/** The rows of a version never change, whatever happens to their sources; deleted sources are marked. */
export const versionsStay: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 2 });
  const { version } = await build(town, await aDataset(town, labelsOf(queue, { rule: "each" })));
  const before = await rowsOf(town, version);
  const changed = await changeEverything(house, { town, queue, rows: before });
  const after = await rowsOf(town, version);
  const isSame = JSON.stringify(after.map(contentOf)) === JSON.stringify(before.map(contentOf));
  const marked = after.flatMap(({ evidence }) =>
    evidence.filter(({ kind, isWithdrawn }) => kind === "answer" && isWithdrawn),
  );
  const missed = changed.filter((id) => !marked.some((one) => one.id === id));
  return {
    found: `${before.length} rows stayed byte for byte; ${marked.length} answers are marked as withdrawn`,
    faults: [
      ...unless(isSame, "Rows of a version changed."),
      ...unless(
        missed.length === 0,
        `${missed.length} changed answers are not marked, such as ${missed[0]}.`,
      ),
    ],
  };
};

function contentOf({ position, digest, split, row }: VersionRow) {
  return { position, digest, split, row };
}

type Changed = { town: Town; queue: LargeQueue; rows: readonly VersionRow[] };

/** Replaces and purges answers, decides items, deletes calls, and removes a member. Answers which answers are no longer as they were. */
async function changeEverything(house: House, { town, queue, rows }: Changed): Promise<string[]> {
  const { lead, projectId } = town;
  const answers = rows.flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === "answer"));
  const replaced = answers.slice(0, EACH).map(({ id }) => id);
  const purged = answers.slice(EACH, 2 * EACH).map(({ id }) => id);
  const callOf = new Map(
    rows.flatMap(({ evidence }) => {
      const callId = evidence.find(({ kind }) => kind === "call")?.id ?? "";
      return evidence.map(({ id }) => [id, callId] as const);
    }),
  );
  for (const feedbackId of replaced) {
    const callId = callOf.get(feedbackId) ?? "";
    await lead.call(replaceFeedback, {
      feedbackId,
      projectId,
      weaveRef: answeredRef(town, callId),
      feedbackType: FEEDBACK_TYPE,
      annotationRef: queue.field,
      queueId: queue.id,
      payload: { value: queue.said.get(callId)?.includes("orders") ? "accounts" : "orders" },
    });
  }
  for (const id of purged)
    await lead.call(purgeFeedback, {
      projectId,
      query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } },
    });
  for (const { id: itemId } of queue.items.slice(0, EACH))
    await lead.call(decideItem, {
      projectId,
      queueId: queue.id,
      itemId,
      values: { [queue.field]: "returns" },
      method: "written",
      note: "",
      isGold: false,
    });
  await lead.call(deleteCalls, {
    projectId,
    callIds: queue.items.slice(-EACH).map(({ callId }) => callId),
  });
  const [member] = town.annotators;
  const headers = await sessionHeaders(ADMIN, house.service.url);
  const { entity, project } = town;
  await call(
    removeMember,
    { entity, project, userId: member?.userId ?? "" },
    { baseUrl: house.service.url, headers },
  );
  return [...replaced, ...purged];
}

import { expect, test } from "vitest";
import { getItemWork } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aDesk, anItemIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getItemWork, (place) => anItemIn(api, place));

test("each annotator reads their own work on an item, reserved or not", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0, { isFlagged: true, flagNote: "Odd", activeMs: 1500 });
  const read = async (person: typeof ada) => {
    const response = await api.send(person, {
      path: `/annotation_queues/${desk.queueId}/items/${desk.id(0)}/work`,
      body: { project_id: desk.projectId },
    });
    return response.json();
  };
  expect(await read(ada)).toEqual({
    item: expect.objectContaining({ id: desk.id(0), my_annotation_state: "completed", flag_count: 1 }),
    own: {
      revision: 1,
      skip_reason: null,
      is_flagged: true,
      flag_note: "Odd",
      active_ms: 1500,
      sent_back: null,
      asked_again: [],
    },
  });
  expect(await read(bo)).toMatchObject({
    item: { my_annotation_state: "unstarted", answer_count: 1 },
    own: { revision: 0, is_flagged: false, flag_note: "" },
  });
});

test("an item of another queue and a removed one are not found", async () => {
  const [desk, other] = [await aDesk(api), await aDesk(api)];
  const read = (itemId: string) => api.call(desk.person(0), getItemWork, { ...desk.at, itemId });
  await expect(read(other.id(0))).rejects.toMatchObject({ status: 404 });
  await api.call(desk.caller, contract.removeQueueItem, { ...desk.at, itemId: desk.id(0) });
  await expect(read(desk.id(0))).rejects.toMatchObject({ status: 404 });
});

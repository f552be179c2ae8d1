import { expect, test } from "vitest";
import { addQueueItems, createQueue } from "#lib/contract/annotation/queues.ts";
import { getCallDetails } from "#lib/contract/traces/call-lists.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { aDesk, aQueueIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getCallDetails);

test("a call shows what was said last in it, what it used, and what happened to it", async () => {
  const { project, caller } = await aRecorder(api);
  const place = { project, caller };
  await recordCalls(api, place, [
    {
      id: "said",
      inputs: {
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "What may I do?" },
          { role: "user", content: "Where  is\nmy parcel?" },
        ],
      },
      output: { choices: [{ message: { role: "assistant", content: "At home." } }] },
      summary: {
        usage: { tiny: { prompt_tokens: 12, completion_tokens: 5, cost: 0.25 }, odd: { cost: "much" } },
      },
    },
    { id: "failed", exception: "It broke" },
  ]);
  const queue = await aQueueIn(api, place, "Parcels");
  await api.call(caller, addQueueItems, { ...queue, callIds: ["said"], displayFields: [] });
  const thumb = { feedback_type: "wandb.reaction.1", payload: { emoji: "👍🏽" } };
  await storedIds(api, caller, [
    aNote(project, { weave_ref: `weave:///${project.path}/call/said`, ...thumb }),
  ]);

  const body = { project_id: project.path, call_ids: ["none", "failed", "said", "said"] };
  const response = await api.send(caller, { path: "/calls/details", body });
  const nothing = { found: null, feedback: 0, thumbs_up: 0, thumbs_down: 0 };
  expect(await response.json()).toEqual({
    details: [
      {
        ...nothing,
        id: "failed",
        question: null,
        answer: null,
        tokens: null,
        cost: null,
        has_error: true,
        queues: [],
      },
      {
        ...nothing,
        id: "said",
        question: "Where is my parcel?",
        answer: "At home.",
        tokens: 17,
        cost: 0.25,
        has_error: false,
        feedback: 1,
        thumbs_up: 1,
        queues: [{ id: queue.queueId, name: "Parcels" }],
      },
    ],
  });
});

test("a search is shown where it is met, also before what was said last", async () => {
  const recorder = await aRecorder(api);
  const messages = [
    { role: "system", content: "You sell parrots." },
    { role: "user", content: "Which bird?" },
  ];
  const [id = ""] = await recordCalls(api, recorder, [{ inputs: { messages }, output: "A blue one." }]);
  const asked = { projectId: recorder.project.path, callIds: [id] };
  const saidFor = async (search: string) =>
    (await api.call(recorder.caller, getCallDetails, { ...asked, search })).details[0];
  expect(await saidFor("PARROT")).toMatchObject({ question: "Which bird?", found: "You sell parrots." });
  expect(await saidFor("blue")).toMatchObject({ answer: "A blue one.", found: null });
});

test("annotators see the calls and queues that they may see, and nobody else's feedback", async () => {
  const desk = await aDesk(api, { items: 1 });
  const { caller, project, projectId } = desk;
  const [{ callId = "" } = {}] = desk.items;
  const hidden = await api.call(caller, createQueue, {
    projectId,
    name: "Others",
    scorerRefs: [],
    annotatorIds: [caller.userId],
  });
  const [unreached = ""] = await recordCalls(api, { project, caller }, [{}]);
  await api.call(caller, addQueueItems, {
    projectId,
    queueId: hidden.id,
    callIds: [callId],
    displayFields: [],
  });
  const asked = { projectId, callIds: [callId, unreached] };
  const { details } = await api.call(desk.person(0), getCallDetails, asked);
  expect(details).toMatchObject([{ id: callId, queues: [{ id: desk.queueId }] }]);
  expect((await api.call(caller, getCallDetails, asked)).details).toHaveLength(2);
});

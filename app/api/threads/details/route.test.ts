import { expect, test } from "vitest";
import { getThreadDetails } from "#lib/contract/traces/threads.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getThreadDetails);

test("a thread shows what was asked first and answered last, and what happened to its calls", async () => {
  const { project, caller } = await aRecorder(api);
  await recordCalls(api, { project, caller }, [
    {
      ...aTurn("t", "first"),
      inputs: {
        messages: [
          { role: "system", content: "Be kind." },
          { role: "user", content: `Where  is\nmy parcel? ${"x".repeat(300)}` },
        ],
      },
      summary: { usage: { tiny: { prompt_tokens: 12, completion_tokens: 5 } } },
    },
    {
      ...aTurn("t", "second"),
      output: { choices: [{ message: { role: "assistant", content: "At home." } }] },
    },
    { thread_id: "t", turn_id: "second", exception: "tool failed" },
    aTurn("other", "third"),
  ]);
  const on = (call: string) => ({ weave_ref: `weave:///${project.path}/call/${call}` });
  const thumb = { feedback_type: "wandb.reaction.1", payload: { emoji: "👍🏽" } };
  await storedIds(api, caller, [
    aNote(project, on("first")),
    aNote(project, { ...on("second"), ...thumb }),
    aNote(project, { ...on("third"), ...thumb }),
  ]);

  const { details } = await ask(caller, project, { thread_ids: ["none", "t", "t"] });
  expect(details).toEqual([
    {
      thread_id: "t",
      is_start_undated: false,
      is_update_undated: false,
      stored_at: expect.any(String),
      first_input: `Where is my parcel? ${"x".repeat(179)}…`,
      last_output: "At home.",
      tokens: 17,
      failed_calls: 1,
      feedback: 2,
      thumbs_up: 1,
      thumbs_down: 0,
      queues: [],
    },
  ]);
});

test("a conversation too large to read whole still shows its question and its answer", async () => {
  const { project, caller } = await aRecorder(api);
  const noise = Array.from({ length: 6000 }, (_, i) => `${i}-${(i * 7919) % 100_003}`).join(" ");
  const messages = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Who are you?" },
    { role: "assistant", content: noise },
  ];
  const answered = { choices: [{ message: { role: "assistant", content: "Nobody." }, extra: noise }] };
  await recordCalls(api, { project, caller }, [
    { ...aTurn("chat", "a"), inputs: { messages }, output: answered },
    { ...aTurn("odd", "b"), inputs: { table: noise }, output: { table: noise } },
  ]);
  const { details } = await ask(caller, project, { thread_ids: ["chat", "odd"] });
  expect(details).toMatchObject([
    { first_input: "Who are you?", last_output: "Nobody." },
    {
      first_input: expect.stringMatching(/^\{"table":"0-0 1-7919/),
      last_output: expect.stringMatching(/^\{"table"/),
    },
  ]);
});

test("documents with NUL are previewed, and the window cuts as that of the list", async () => {
  const { project, caller } = await aRecorder(api);
  await recordCalls(api, { project, caller }, [
    { ...aTurn("t", "early"), inputs: { question: "Early?" }, started_at: "2026-01-01T00:00:00Z" },
    { ...aTurn("t", "late"), inputs: { question: "Late\u0000?" }, started_at: "2026-01-02T00:00:00Z" },
  ]);
  const { details } = await ask(caller, project, {
    thread_ids: ["t"],
    after_datetime: "2026-01-01T12:00:00Z",
  });
  expect(details).toMatchObject([{ first_input: "Late\u0000?" }]);
});

test("more threads than a screen holds are refused", async () => {
  const { project, caller } = await aRecorder(api);
  const body = { project_id: project.path, thread_ids: Array.from({ length: 201 }, (_, i) => `t${i}`) };
  expect((await api.send(caller, { path: "/threads/details", body })).status).toBe(422);
});

function aTurn(threadId: string, id: string) {
  return { id, thread_id: threadId, turn_id: id };
}

async function ask(caller: Caller, project: TestProject, body: object) {
  const response = await api.send(caller, {
    path: "/threads/details",
    body: { project_id: project.path, ...body },
  });
  expect(response.status).toBe(200);
  return response.json();
}

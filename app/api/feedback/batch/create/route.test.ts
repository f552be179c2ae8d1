import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createQueue, deleteQueue } from "#lib/contract/annotation/queues.ts";
import { createFeedbackBatch } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aNote,
  anAnnotationSpec,
  aReviewer,
  feedbackRows,
  sendBatch,
  someFeedback,
} from "#lib/testing/data/feedback-data.ts";
import { aDesk } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, createFeedbackBatch);

describe("a batch", () => {
  test("keeps its order, fills reactions in and names the author under both names", async () => {
    const { project, caller } = await aReviewer(api);
    const [id, ref] = [newId(), `weave:///${project.path}/call/c1`];
    const { status, body } = await sendBatch(api, caller, [
      {
        project_id: project.path,
        tracing_ref: ref,
        feedback_type: "wandb.reaction.1",
        payload: { emoji: "👍🏻" },
        id,
      },
      aNote(project, { creator: "Ada", wb_user_id: "someone else" }),
    ]);
    expect(status).toBe(200);
    expect(body.res).toEqual([
      {
        id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        wb_user_id: caller.userId,
        svc_user_id: caller.userId,
        payload: {
          emoji: "👍🏻",
          alias: ":thumbs_up_light_skin_tone:",
          detoned: "👍",
          detoned_alias: ":thumbs_up:",
        },
      },
      expect.objectContaining({ id: expect.stringMatching(/^.{36}$/), payload: { note: "Good answer" } }),
    ]);
    const [reaction, note] = await feedbackRows(api, { project, caller });
    expect(reaction).toMatchObject({ id, weave_ref: ref, tracing_ref: ref });
    expect(note).toMatchObject({ creator: "Ada", wb_user_id: caller.userId });
  });

  test("without items answers without results", async () => {
    const { caller } = await aReviewer(api);
    expect(await sendBatch(api, caller, [])).toEqual({ status: 200, body: { res: [] } });
  });

  test("is stored whole or not at all: one violation of a type's rules is reported at its place", async () => {
    const { project, caller } = await aReviewer(api);
    const { status, body } = await sendBatch(api, caller, [
      aNote(project),
      aNote(project, { payload: { note: "" } }),
    ]);
    expect(status).toBe(400);
    expect(body.reason).toMatch(/^batch\[1\]: A note's payload/);
    expect(await feedbackRows(api, { project, caller })).toEqual([]);
  });

  test("is refused by shape before anything is stored, each fault at its place", async () => {
    const { project, caller } = await aReviewer(api);
    const batch = [aNote(project), aNote(project, { payload: "text" }), aNote(project, { feedback_type: 7 })];
    const { status, body } = await sendBatch(api, caller, batch);
    expect(status).toBe(422);
    expect(body.detail?.map(({ loc, type }) => `${type} ${loc.join(".")}`)).toEqual([
      "dict_type body.batch.1.payload",
      "string_type body.batch.2.feedback_type",
    ]);
    expect(await feedbackRows(api, { project, caller })).toEqual([]);
  });

  test("of several projects needs all of them", async () => {
    const [mine, foreign] = [await aReviewer(api), await aReviewer(api)];
    const second = await api.aProject();
    await api.db.prisma.projectMember.create({
      data: { projectId: second.id, userId: mine.caller.userId, role: "annotator" },
    });
    const both = await sendBatch(api, mine.caller, [aNote(mine.project), aNote(second)]);
    expect(both.status).toBe(200);
    const refused = await sendBatch(api, mine.caller, [aNote(mine.project), aNote(foreign.project)]);
    expect(refused.status).toBe(403);
    expect(await feedbackRows(api, mine)).toHaveLength(1);
  });
});

describe("sending the same again", () => {
  test("eight clients at once store each item once and get the first answer", async () => {
    const { project, caller } = await aReviewer(api);
    const batch = Array.from({ length: 50 }, (_, i) => aNote(project, { id: `note-${i}` }));
    const shuffled = [...batch].reverse();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => sendBatch(api, caller, i % 2 ? shuffled : batch)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const times = answers.flatMap(({ body }) => body.res.map(({ id, created_at }) => `${id} ${created_at}`));
    expect(new Set(times).size).toBe(50);
    expect(await feedbackRows(api, { project, caller })).toHaveLength(50);
  });

  test("with other content is a conflict that names the item and changes nothing", async () => {
    const { project, caller } = await aReviewer(api);
    const stored = aNote(project, { id: "one" });
    await sendBatch(api, caller, [stored]);
    const { status, body } = await sendBatch(api, caller, [
      aNote(project, { id: "two" }),
      { ...stored, payload: { note: "Another" } },
    ]);
    expect(status).toBe(409);
    expect(body.reason).toMatch(/^batch\[1\]: feedback id already exists with different content/);
    const rows = await feedbackRows(api, { project, caller });
    expect(rows.map(({ id, payload }) => [id, payload])).toEqual([["one", { note: "Good answer" }]]);
  });

  test("inside one batch counts once, and with other content is a conflict", async () => {
    const { project, caller } = await aReviewer(api);
    const item = aNote(project, { id: "one", payload: { note: "x", a: 1 } });
    const same = { ...item, payload: { a: 1, note: "x" } };
    const twice = await sendBatch(api, caller, [item, same]);
    expect(twice.body.res.map(({ created_at }) => created_at)).toEqual(
      Array(2).fill(twice.body.res[0]?.created_at),
    );
    const other = await sendBatch(api, caller, [
      aNote(project, { id: "a" }),
      aNote(project, { id: "a", creator: "B" }),
    ]);
    expect([other.status, other.body.reason]).toEqual([409, expect.stringMatching(/^batch\[1\]: /)]);
    expect(await feedbackRows(api, { project, caller })).toHaveLength(1);
  });

  test("by another person is a conflict", async () => {
    const { project, caller } = await aReviewer(api);
    const item = aNote(project, { id: "one" });
    await sendBatch(api, caller, [item]);
    expect((await sendBatch(api, await api.aCaller(project), [item])).status).toBe(409);
  });

  test("with an Idempotency-Key a conflict is still reported", async () => {
    const { project, caller } = await aReviewer(api);
    const item = aNote(project, { id: "one" });
    await sendBatch(api, caller, [item]);
    const response = await api.send(caller, {
      path: "/feedback/batch/create",
      body: { batch: [{ ...item, creator: "B" }] },
      headers: { "idempotency-key": newId() },
    });
    expect(response.status).toBe(409);
  });

  test("in two projects makes two rows that know nothing of each other", async () => {
    const [one, two] = [await aReviewer(api), await aReviewer(api)];
    expect((await sendBatch(api, one.caller, [aNote(one.project, { id: "same" })])).status).toBe(200);
    expect((await sendBatch(api, two.caller, [aNote(two.project, { id: "same" })])).status).toBe(200);
  });
});

describe("payloads", () => {
  test("of any JSON come back exactly", async () => {
    const { project, caller } = await aReviewer(api);
    const payloads = fc.sample(
      fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" })),
      { numRuns: 300, seed: 7 },
    );
    payloads.push(
      JSON.parse(
        '{"__proto__": {"polluted": true}, "constructor": 1, "nul": "a\\u0000b", "lone": "\\ud800"}',
      ),
    );
    const { status } = await sendBatch(
      api,
      caller,
      payloads.map((payload) => someFeedback(project, payload)),
    );
    expect(status).toBe(200);
    const rows = await feedbackRows(api, { project, caller });
    expect(rows.map(({ payload }) => JSON.stringify(payload))).toEqual(
      payloads.map((payload) => JSON.stringify(payload)),
    );
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("of more than a mebibyte are refused", async () => {
    const { project, caller } = await aReviewer(api);
    const ofBytes = (size: number) => someFeedback(project, { x: "x".repeat(size - 8) });
    expect((await sendBatch(api, caller, [ofBytes(1024 * 1024)])).status).toBe(200);
    const { status, body } = await sendBatch(api, caller, [ofBytes(1024 * 1024 + 1)]);
    expect([status, body.reason]).toEqual([400, expect.stringContaining("Feedback payload too large")]);
  });
});

describe("references", () => {
  test("of any scheme are kept under one", async () => {
    const { project, caller } = await aReviewer(api);
    await sendBatch(api, caller, [aNote(project, { weave_ref: `trace:///${project.path}/object/thing:d1` })]);
    const [row] = await feedbackRows(api, { project, caller });
    expect(row?.weave_ref).toBe(`weave:///${project.path}/object/thing:d1`);
  });

  test.each([
    ["of another project", "weave:///other/project/call/1", "value_error"],
    ["of no form", "call/1", "string_pattern_mismatch"],
    ["too long", `weave:///a/b/call/${"x".repeat(1100)}`, "string_too_long"],
  ])("%s are refused where they stand", async (_, ref, type) => {
    const { project, caller } = await aReviewer(api);
    const { status, body } = await sendBatch(api, caller, [
      aNote(project),
      aNote(project, { weave_ref: ref }),
    ]);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ type, loc: ["body", "batch", 1, "weave_ref"] }]);
  });

  test.each(["runnable_ref", "call_ref", "trigger_ref"])(
    "a %s into another project is refused",
    async (field) => {
      const { project, caller } = await aReviewer(api);
      const item = aNote(project, { [field]: "weave:///other/project/object/scorer:d1" });
      const { status, body } = await sendBatch(api, caller, [item]);
      expect(status).toBe(422);
      expect(body.detail).toMatchObject([{ type: "value_error", loc: ["body", "batch", 0, field] }]);
    },
  );

  test("may not be left out: feedback is about something", async () => {
    const { project, caller } = await aReviewer(api);
    const { status, body } = await sendBatch(api, caller, [aNote(project, { weave_ref: undefined })]);
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { type: "missing", loc: ["body", "batch", 0, "weave_ref"], msg: "Field required" },
    ]);
  });

  test("in two spellings that differ are refused", async () => {
    const { project, caller } = await aReviewer(api);
    const item = aNote(project, { tracing_ref: `weave:///${project.path}/call/other` });
    expect((await sendBatch(api, caller, [item])).status).toBe(422);
  });
});

test("a batch of more than 10,000 items is refused whole", async () => {
  const { caller } = await aReviewer(api);
  const { status, body } = await sendBatch(
    api,
    caller,
    Array.from({ length: 10_001 }, () => ({})),
  );
  expect(status).toBe(422);
  expect(body.detail).toContainEqual({
    type: "too_long",
    loc: ["body", "batch"],
    msg: "List should have at most 10000 items after validation, not 10001",
  });
});

test("two spellings of the user that differ are refused, and a sent user is never believed", async () => {
  const { project, caller } = await aReviewer(api);
  const twice = aNote(project, { wb_user_id: "one", svc_user_id: "two" });
  expect((await sendBatch(api, caller, [twice])).status).toBe(422);
  const { body } = await sendBatch(api, caller, [aNote(project, { wb_user_id: "somebody-else" })]);
  expect(body.res).toMatchObject([{ wb_user_id: caller.userId, svc_user_id: caller.userId }]);
});

describe("queues", () => {
  test("are live queues of the same project", async () => {
    const [mine, foreign] = [await aReviewer(api), await aReviewer(api)];
    const queueIn = async ({ project, caller }: typeof mine) =>
      (await api.call(caller, createQueue, { projectId: project.path, name: "Q", scorerRefs: [] })).id;
    const [live, gone, theirs] = [await queueIn(mine), await queueIn(mine), await queueIn(foreign)];
    await api.call(mine.caller, deleteQueue, { projectId: mine.project.path, queueId: gone });
    const statusWith = async (queueId: string) =>
      (await sendBatch(api, mine.caller, [aNote(mine.project, { queue_id: queueId })])).status;
    expect([
      await statusWith(live),
      await statusWith(gone),
      await statusWith(theirs),
      await statusWith("x"),
    ]).toEqual([200, 400, 400, 400]);
  });

  test("that a sender may not know of are refused as unknown ones are", async () => {
    const desk = await aDesk(api, { items: 0, people: 2 });
    const [named, other] = [desk.person(0), desk.person(1)];
    await desk.set({ annotatorIds: [named.userId] });
    const send = (caller: Caller, queueId: string) =>
      sendBatch(api, caller, [aNote(desk.project, { queue_id: queueId })]);
    expect((await send(named, desk.queueId)).status).toBe(200);
    const [hidden, unknown] = [await send(other, desk.queueId), await send(other, "x")];
    expect([hidden.status, unknown.status]).toEqual([400, 400]);
    expect(hidden.body.reason?.replace(desk.queueId, "x")).toBe(unknown.body.reason);
  });
});

test("scorer maps take finite numbers alone", async () => {
  const { project, caller } = await aReviewer(api);
  const item = aNote(project, { scorer_ratings: { a: "1", b: true, c: 2 } });
  const raw = JSON.stringify({ batch: [item] }).replace('"c":2', '"c":1e999');
  const response = await api.send(caller, { path: "/feedback/batch/create", body: raw });
  const { detail } = (await response.json()) as { detail: { type: string; loc: unknown[] }[] };
  expect(detail.map(({ type, loc }) => `${type} ${loc.at(-1)}`)).toEqual([
    "float_parsing a",
    "float_type b",
    "finite_number c",
  ]);
});

test("the agent fields are stored and returned", async () => {
  const { project, caller } = await aReviewer(api);
  const span = {
    span_agent_name: "helper",
    span_trace_id: "t1",
    span_status_code: "OK",
    scorer_trace_id: "s1",
  };
  const scorer = {
    scorer_tags: ["kind"],
    scorer_tag_reasons: { kind: "It was" },
    scorer_tag_confidences: { kind: 0.5 },
  };
  await sendBatch(api, caller, [
    aNote(project, { feedback_type: "wandb.agent_user_feedback", payload: {}, ...span, ...scorer }),
  ]);
  const [row] = await feedbackRows(api, { project, caller });
  expect(row).toMatchObject({ ...span, ...scorer, span_agent_version: "", scorer_ratings: {} });
});

describe("an annotation", () => {
  const SCHEMAS = { type: "number", minimum: 0, maximum: 10 };

  test("is held against the schema of its spec", async () => {
    const place = await aReviewer(api);
    const ref = await anAnnotationSpec(api, place, { name: "Score", schema: SCHEMAS });
    const statusOf = async (payload: object) => {
      const item = aNote(place.project, {
        feedback_type: "wandb.annotation.Score",
        annotation_ref: ref,
        payload,
      });
      return (await sendBatch(api, place.caller, [item])).status;
    };
    const payloads = [{ value: 0 }, { value: 10 }, { value: 42 }, { value: "3" }, { value: null }, {}];
    expect(await Promise.all(payloads.map(statusOf))).toEqual([200, 200, 400, 400, 400, 400]);
  });

  test("says why a value is refused", async () => {
    const place = await aReviewer(api);
    const schema = { type: "object", required: ["a"], properties: { a: { enum: ["x", "y"] } } };
    const ref = await anAnnotationSpec(api, place, { name: "Thing", schema });
    const item = (value: unknown) =>
      aNote(place.project, {
        feedback_type: "wandb.annotation.Thing",
        annotation_ref: ref,
        payload: { value },
      });
    const { body } = await sendBatch(api, place.caller, [item({ a: "x" }), item({ a: "z" })]);
    expect(body.reason).toMatch(
      /^batch\[1\]: Feedback payload does not match annotation spec Thing: the value at \/a /,
    );
  });

  test("needs a live spec of its own name and project", async () => {
    const [place, foreign] = [await aReviewer(api), await aReviewer(api)];
    const [ref, other] = [
      await anAnnotationSpec(api, place, { name: "Score", schema: SCHEMAS }),
      await anAnnotationSpec(api, foreign, { name: "Score", schema: SCHEMAS }),
    ];
    const gone = await anAnnotationSpec(api, place, { name: "Score", schema: { type: "string" } });
    await api.db.query(
      sql`update object_version set deleted_at = now() where digest = ${gone.split(":").at(-1)}`,
    );
    const refused = [
      undefined,
      other,
      gone,
      ref.replace("/object/", "/op/"),
      ref.replace("Score", "Other"),
      `${ref}x`,
    ];
    for (const annotationRef of refused) {
      const item = aNote(place.project, {
        feedback_type: "wandb.annotation.Score",
        annotation_ref: annotationRef,
        payload: { value: 1 },
      });
      expect((await sendBatch(api, place.caller, [item])).status, String(annotationRef)).toBe(400);
    }
  });
});

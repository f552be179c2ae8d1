import fc from "fast-check";
import { expect, test } from "vitest";
import { completeCalls, deleteCalls, upsertCallBatch } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
type Recorder = Awaited<ReturnType<typeof aRecorder>>;

/** What a call consists of: a start, an end, or both; with or without the fields that may be left out. */
const plan = fc.record({
  hasStart: fc.boolean(),
  hasEnd: fc.boolean(),
  threadId: fc.option(fc.constantFrom("thread-a", "thread-b")),
  traceId: fc.option(fc.constantFrom("trace-a", "trace-b")),
  inputs: fc.option(fc.constantFrom({ a: 1 }, { "nul\u0000": "\ud800" })),
  output: fc.option(fc.constantFrom("out", "\u0000", { x: [1] })),
  exception: fc.option(fc.constant("boom \udfff")),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function partsOf({ project }: Recorder, plans: Plan[]): object[] {
  return plans.flatMap((each, i) => {
    const id = `call-${i}`;
    const start = {
      ...aStart(project, { id, trace_id: each.traceId, thread_id: each.threadId, inputs: each.inputs }),
    };
    const end = {
      project_id: project.path,
      id,
      ended_at: "2026-01-01T00:00:01Z",
      output: each.output,
      exception: each.exception,
    };
    return [
      ...(each.hasStart ? [{ mode: "start", req: { start } }] : []),
      ...(each.hasEnd ? [{ mode: "end", req: { end } }] : []),
    ];
  });
}

/** Sends the parts in batches that end at the given cuts, some of them at the same time. */
async function ingest({ caller }: Recorder, parts: object[], cuts: number[]): Promise<void> {
  const edges = [0, ...[...new Set(cuts.map((cut) => cut % (parts.length + 1)))].sort((a, b) => a - b)];
  const batches = edges.map((edge, i) => parts.slice(edge, edges[i + 1]));
  await Promise.all(
    batches.map(async (batch) => {
      const response = await api.send(caller, { path: upsertCallBatch.path, body: { batch } });
      expect(response.status).toBe(200);
      expect(JSON.stringify(await response.json())).not.toContain("error");
    }),
  );
}

async function storedRows({ project }: Recorder): Promise<unknown[]> {
  return api.db.query(sql`
    select id, trace_id, thread_id, op_name, started_at, ended_at, attributes::text, inputs::text, output::text,
      exception::text, (sanitized::jsonb)::text as sanitized
    from call where project_id = ${project.id} order by id`);
}

test("starts and ends give the same rows in whatever order and batches they come", async () => {
  const { caller } = await aRecorder(api);
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (plans, numbers, cuts) => {
        const inOrder = { caller, project: await aProjectOf(caller.userId) };
        const shuffled = { caller, project: await aProjectOf(caller.userId) };
        await ingest(inOrder, partsOf(inOrder, plans), []);
        await ingest(shuffled, shuffle(partsOf(shuffled, plans), numbers), cuts);
        expect(await storedRows(shuffled)).toEqual(await storedRows(inOrder));
      },
    ),
    { numRuns: 60 },
  );
});

async function aProjectOf(userId: string) {
  const project = await api.aProject();
  await api.db.prisma.projectMember.create({ data: { projectId: project.id, userId, role: "engineer" } });
  return project;
}

function shuffle<T>(values: T[], numbers: fc.Stream<number>): T[] {
  const left = [...values];
  return values.flatMap(() => {
    const at = (numbers.next().value ?? 0) % left.length;
    return left.splice(at, 1);
  });
}

test("10,000 random JSON values come back exactly, and queries can look past what PostgreSQL cannot read", async () => {
  const recorder = await aRecorder(api);
  const values = [...hardValues(), ...fc.sample(json, { numRuns: 9_990, seed: 7 })];
  const { entity, name } = recorder.project;
  for (let at = 0; at < values.length; at += 1000) {
    const batch = values.slice(at, at + 1000).map((value, i) => ({
      ...aStart(recorder.project, {
        id: `value-${at + i}`,
        inputs: { value },
        attributes: { [key(value)]: 1 },
      }),
      ended_at: "2026-01-01T00:00:01Z",
      output: value,
    }));
    const path = `/v2/${entity}/${name}/calls/complete`;
    const body = JSON.stringify({ batch });
    const response = await api.send(recorder.caller, { path, body });
    expect(await response.text()).toBe("{}");
  }
  const calls = await readCalls(api, recorder);
  expect(calls).toHaveLength(values.length);
  for (const call of calls) {
    const value = values[Number(call.id.slice("value-".length))];
    expect(exact(call.inputs)).toBe(exact({ value }));
    expect(exact(call.output)).toBe(exact(value));
    expect(Object.keys(call.attributes)).toEqual([key(value)]);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  const found = await readCalls(api, recorder, {
    query: { $expr: { $eq: [{ $getField: "inputs.value.find" }, { $literal: "me\ufffd" }] } },
  });
  expect(found.map((call) => call.id)).toEqual(["value-0"]);
});

/** Values that have broken others' stores, the first of them with something to find. */
function hardValues(): unknown[] {
  let deep: unknown = "bottom";
  for (let i = 0; i < 190; i++) deep = i % 2 ? [deep] : { deep };
  return [
    { find: "me\u0000", other: "\ud800" },
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    deep,
    "\\u0000",
    "\\\u0000\\",
    "\ud83d",
    "😀\udc00",
    { "": { "\u0000": null } },
    [1e308, -0.1, 5e-324, 2 ** 53],
    '"',
  ];
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u0000", "\ud800", "\\", "__proto__", "toString", '"'),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    text,
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.array(tie("json"), { maxLength: 4 }),
    fc
      .array(fc.tuple(text, tie("json")), { maxLength: 4 })
      .map((pairs) =>
        JSON.parse(`{${pairs.map(([name, value]) => `${exact(key(name))}:${exact(value)}`).join(",")}}`),
      ),
  ),
}));

/** A text that two values share only if they are the same down to the order of keys; lone surrogates stay distinct. */
function exact(value: unknown): string {
  return JSON.stringify(value) ?? "absent";
}

/** V8's parser mistakes an escaped key for a backslash that was the key of an object like it before; so keys hold no backslash. */
function key(value: unknown): string {
  return typeof value === "string" ? value.replaceAll("\\", "/") : "__proto__";
}

test("one statement stores a batch, however large", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const batch = Array.from({ length: 5000 }, () => ({
    ...aStart(project),
    ended_at: "2026-01-01T00:00:01Z",
  }));
  const input = { entity: project.entity, project: project.name, batch };
  expect(await api.call(caller, completeCalls, input)).toEqual({});
  expect(await api.db.prisma.call.count({ where: { projectId: project.id } })).toBe(5000);
});

test("batches, updates and deletions of the same calls at the same time all succeed", async () => {
  const recorder = await aRecorder(api);
  const parts = Array.from({ length: 50 }, (_, i) => ({
    req: { start: aStart(recorder.project, { id: `shared-${i}` }) },
  }));
  const projectId = recorder.project.path;
  const callIds = parts.map((_, i) => `shared-${i}`).reverse();
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await ingest(recorder, i % 2 ? [...parts].reverse() : parts, []);
      if (i % 3 === 0) await api.call(recorder.caller, deleteCalls, { projectId, callIds });
    }),
  );
  const stored = await api.db.prisma.call.count({ where: { projectId: recorder.project.id } });
  expect([stored, (await readCalls(api, recorder)).length]).toEqual([50, 0]);
});

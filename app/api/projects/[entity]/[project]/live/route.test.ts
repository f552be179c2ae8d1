import { createParser, type EventSourceMessage } from "eventsource-parser";
import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/traces/live.ts";
import { MAX_STREAMS } from "#lib/edge/session/open-streams.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
/** How long a busy machine takes is no promise of the product; a test that hears nothing ends all the same. */
const WAIT = { timeout: 60_000, interval: 20 };
const MANY_READERS = { timeout: 90_000 };

routeGuarantees(api, contract.followProject, ({ project }) => ({
  entity: project.entity,
  project: project.name,
}));

/** Reads the changes of a project until `leave`. */
async function listen(project: TestProject, { headers }: Pick<Caller, "headers">, lastEventId?: string) {
  const leaving = new AbortController();
  const query = lastEventId === undefined ? "" : `?${new URLSearchParams({ last_event_id: lastEventId })}`;
  const response = await fetch(`${api.url}/api/projects/${project.path}/live${query}`, {
    headers,
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const seen: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event) });
  let received = "";
  const text = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new TextDecoderStream(),
  );
  const ended = (async () => {
    for await (const part of text) {
      received += part;
      parser.feed(part);
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    topics: () => seen.map(({ data }) => JSON.parse(data).topic as string),
    /** The id that the stream named last, with an event or alone. */
    lastId: () => [...received.matchAll(/^id: (.+)\n/gm)].at(-1)?.[1] ?? "",
    received: () => received,
    ended,
    leave: async () => {
      leaving.abort();
      await ended;
    },
  };
}

test("a change is sent to the readers of its project, and to nobody else", async () => {
  const [ours, theirs] = [await api.aProject(), await api.aProject()];
  const here = await listen(ours, await api.aCaller(ours, "viewer"));
  const there = await listen(theirs, await api.aCaller(theirs, "viewer"));
  await vi.waitFor(async () => {
    await tellProject(api.db, ours.id, "queues");
    expect(here.topics()).toContain("queues");
  }, WAIT);
  // A change of their own shows that they listen; all that came before it has arrived.
  await vi.waitFor(async () => {
    await tellProject(api.db, theirs.id, "jobs");
    expect(there.topics()).toContain("jobs");
  }, WAIT);
  await here.leave();
  await there.leave();
  expect(there.topics().filter((topic) => topic === "queues").length).toBeLessThanOrEqual(1);
});

test("an annotator hears of queues and never of jobs", async () => {
  const project = await api.aProject();
  const annotator = await listen(project, await api.aCaller(project, "annotator"));
  await vi.waitFor(async () => {
    await tellProject(api.db, project.id, "jobs");
    await tellProject(api.db, project.id, "queues");
    expect(annotator.topics()).toContain("queues");
  }, WAIT);
  await annotator.leave();
  expect(annotator.topics()).not.toContain("jobs");
});

test("a committed change is sent, and a rolled-back one is not", async () => {
  const project = await api.aProject();
  const reader = await listen(project, await api.aCaller(project, "viewer"));
  await vi.waitFor(async () => {
    await tellProject(api.db, project.id, "queues");
    expect(reader.topics()).toContain("queues");
  }, WAIT);
  const before = reader.topics().filter((topic) => topic === "models").length;
  const failed = api.db.transaction(async (tx) => {
    await tellProject(tx, project.id, "models");
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  await api.db.transaction((tx) => tellProject(tx, project.id, "jobs"));
  await vi.waitFor(() => expect(reader.topics()).toContain("jobs"), WAIT);
  await reader.leave();
  expect(reader.topics().filter((topic) => topic === "models")).toHaveLength(before);
});

test("a reader who reconnects with the last id receives the changes since then, and nothing else", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "viewer");
  const first = await listen(project, caller);
  await vi.waitFor(() => expect(first.lastId()).not.toBe(""), WAIT);
  await first.leave();
  await tellProject(api.db, project.id, "queues");
  const back = await listen(project, caller, first.lastId());
  await vi.waitFor(() => expect(back.topics()).toEqual(["queues"]), WAIT);
  await back.leave();
  const again = await listen(project, caller, back.lastId());
  await tellProject(api.db, project.id, "jobs");
  await vi.waitFor(() => expect(again.topics()).toEqual(["jobs"]), WAIT);
  await again.leave();
  const line = "\nevent: change\ndata: {}\n\n";
  for (const id of ["an id of another process", `${again.lastId()}${line}`, `${again.lastId()}9e9`]) {
    const strange = await listen(project, caller, id);
    await vi.waitFor(() => expect(strange.topics().toSorted()).toEqual([...contract.TOPICS].sort()), WAIT);
    await strange.leave();
    expect(strange.received()).not.toContain(id.trim());
    expect(strange.received()).not.toContain("data: {}");
  }
});

test("changes are sent once the answer has begun, and its beginning has none", async () => {
  const project = await api.aProject();
  const reader = await listen(project, await api.aCaller(project, "viewer"));
  await tellProject(api.db, project.id, "models");
  await vi.waitFor(() => expect(reader.topics()).toEqual(["models"]), WAIT);
  await reader.leave();
});

test("a removed member receives nothing more", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "viewer");
  const reader = await listen(project, caller);
  await api.db.query(
    sql`delete from project_member where project_id = ${project.id} and user_id = ${caller.userId}`,
  );
  await tellProject(api.db, project.id, "queues");
  await reader.ended;
  expect(reader.topics()).toEqual([]);
});

test("what lets nobody in any more ends the streams that it let in, though nothing happens in the project", async () => {
  const project = await api.aProject();
  const { prisma } = api.db;
  const aReader = async () => {
    const caller = await api.aCaller(project, "viewer");
    return {
      ...caller,
      streams: [
        await listen(project, caller),
        await listen(project, { headers: api.sessionHeaders(caller) }),
      ],
    };
  };
  const [revoked, disabled, signedOut, removed, narrowed, stays] = [
    await aReader(),
    await aReader(),
    await aReader(),
    await aReader(),
    await aReader(),
    await aReader(),
  ];
  await prisma.apiKey.updateMany({ where: { userId: revoked.userId }, data: { revokedAt: new Date() } });
  await prisma.user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
  await prisma.user.update({ where: { id: signedOut.userId }, data: { sessionVersion: 1 } });
  await prisma.projectMember.deleteMany({ where: { userId: removed.userId } });
  await prisma.apiKey.updateMany({ where: { userId: narrowed.userId }, data: { projectIds: ["another"] } });
  const [byKey, bySession] = [0, 1];
  const ending = [
    revoked.streams[byKey],
    ...disabled.streams,
    signedOut.streams[bySession],
    ...removed.streams,
    narrowed.streams[byKey],
  ];
  await Promise.all(ending.map((stream) => stream?.ended));
  const going = [
    revoked.streams[bySession],
    signedOut.streams[byKey],
    narrowed.streams[bySession],
    ...stays.streams,
  ];
  await tellProject(api.db, project.id, "jobs");
  await vi.waitFor(
    () => expect(going.map((stream) => stream?.topics())).toEqual(going.map(() => ["jobs"])),
    WAIT,
  );
  await prisma.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
  await Promise.all(going.map((stream) => stream?.ended));
});

test("stored calls are announced", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const reader = await listen(project, caller);
  let sent = 0;
  await vi.waitFor(async () => {
    const start = {
      project_id: project.path,
      id: `call-${sent++}`,
      op_name: "answer",
      started_at: "2026-01-01T00:00:00Z",
      attributes: {},
      inputs: {},
    };
    const stored = await fetch(`${api.url}/api/call/start`, {
      method: "POST",
      headers: { ...caller.headers, "content-type": "application/json" },
      body: JSON.stringify({ start }),
    });
    expect(stored.status).toBe(200);
    expect(reader.topics()).toContain("calls");
  }, WAIT);
  await reader.leave();
});

test("two hundred readers cost the database what one does", MANY_READERS, async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "viewer");
  const readers = await Promise.all(Array.from({ length: 200 }, () => listen(project, caller)));
  const leaver = await api.aCaller(project, "viewer");
  const last = await listen(project, leaver);
  let statements = 0;
  const count = () => void statements++;
  api.db.pool.on("acquire", count);
  await tellProject(api.db, project.id, "jobs");
  await vi.waitFor(() => {
    for (const reader of readers) expect(reader.topics()).toEqual(["jobs"]);
  }, WAIT);
  // Its end shows that everybody has been looked at once more.
  await api.db.prisma.projectMember.deleteMany({ where: { userId: leaver.userId } });
  await last.ended;
  api.db.pool.off("acquire", count);
  expect(statements).toBeLessThan(20);
  const [listeners] = await api.db.query(sql`
    select ${columns({ count: int(sql`count(*)`) })} from pg_stat_activity
    where datname = current_database() and query like 'listen "project_live"%'`);
  expect(listeners?.count).toBe(1);
  await Promise.all(readers.map(({ leave }) => leave()));
});

test(
  "a credential is limited to its share of streams; other credentials are unaffected, and closing one frees a place",
  async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "viewer");
    const ask = (signal?: AbortSignal) =>
      fetch(`${api.url}/api/projects/${project.path}/live`, {
        headers: caller.headers,
        ...(signal ? { signal } : {}),
      });
    const [one, others] = [new AbortController(), new AbortController()];
    // An answer that nobody holds on to is collected as garbage, and its connection closed.
    const held = [await ask(one.signal)];
    // No more at once than may wait for the database.
    for (let left = MAX_STREAMS - 1; left > 0; left -= 100) {
      const opened = await Promise.all(Array.from({ length: Math.min(left, 100) }, () => ask(others.signal)));
      held.push(...opened);
    }

    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect((await refused.json()).detail).toContain("256 event streams are open with this API key");
    const other = await listen(project, await api.aCaller(project, "viewer"));
    await other.leave();

    one.abort();
    const again = new AbortController();
    await vi.waitFor(async () => expect((await ask(again.signal)).status).toBe(200), WAIT);
    expect(held.map(({ status }) => status)).toEqual(Array.from({ length: MAX_STREAMS }, () => 200));
    for (const reader of [others, again]) reader.abort();
  },
  MANY_READERS.timeout,
);

import { expect, test, vi } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("Beside hundreds of requests of one key another key is served, and none of either is a fault of the server", async () => {
  const project = await api.aProject();
  const [crowd, other] = [await api.aCaller(project), await api.aCaller(project)];
  const read = () =>
    api
      .send(crowd, { path: "/call/read", body: { project_id: project.path, id: "nowhere" } })
      .then(({ status }) => status);
  let answered = 0;
  let underWay: Promise<number>[] = [];
  // Until the table is let go the crowd gets nowhere, however quick the machine is.
  await api.db.transaction(async (tx) => {
    await tx.query(sql`lock table call in access exclusive mode`);
    underWay = Array.from({ length: 300 }, () => read().finally(() => answered++));
    // One caller has no more than eight of ten connections; this transaction has another.
    await vi.waitUntil(() => api.db.pool.totalCount - api.db.pool.idleCount === 9, {
      interval: 1,
      timeout: 30_000,
    });
    const me = await api.send(other, { method: "GET", path: "/me" });
    expect([me.status, answered]).toEqual([200, 0]);
  });
  expect(new Set(await Promise.all(underWay))).toEqual(new Set([200]));
});

import { expect, test, vi } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("Beside hundreds of requests of one key another key is served, and none of either is a fault of the server", async () => {
  const project = await api.aProject();
  const [crowd, other] = [await api.aCaller(project), await api.aCaller(project)];
  const me = (caller: typeof crowd) =>
    api.send(caller, { method: "GET", path: "/me" }).then(({ status }) => status);
  let served = 0;
  const underWay = Array.from({ length: 300 }, () =>
    me(crowd).then((status) => {
      served++;
      return status;
    }),
  );
  // One caller has no more than eight of ten connections, so its others wait now.
  await vi.waitUntil(() => api.db.pool.totalCount - api.db.pool.idleCount === 8, { interval: 1 });
  expect(await me(other)).toBe(200);
  expect(served).toBeLessThan(200);
  expect(new Set(await Promise.all(underWay))).toEqual(new Set([200]));
});

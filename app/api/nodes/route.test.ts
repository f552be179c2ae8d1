import { expect, test } from "vitest";
import { listNodes } from "#lib/contract/jobs/nodes.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { endNode, noteNode } from "#lib/platform/processes/note-node.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Only for admins of the instance. */
async function asInstanceAdmin({ caller }: Pick<Place, "caller">): Promise<void> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
}

routeGuarantees(api, listNodes, async (place) => {
  await asInstanceAdmin(place);
  return {};
});

test("every trainer and supervisor is its own node; one without a heartbeat is shown as silent, one that stopped cleanly is removed", async () => {
  const trainer = {
    startId: "start-1",
    roles: ["trainer"],
    engine: "embedded",
    capabilities: { threads: 2 },
    url: null,
  };
  const start = {
    startId: "start-1",
    roles: ["web", "worker"],
    engine: null,
    capabilities: {},
    url: "http://a:1",
  };
  for (const id of ["one", "two", "three"]) await noteNode(api.db, { id, ...trainer });
  await noteNode(api.db, { id: "start-1", ...start });
  await api.db.query(sql`update node set beat_at = now() - interval '1 minute' where id = 'two'`);
  await endNode(api.db, "three");
  const caller = await api.aCaller();
  const ask = async () =>
    api.send(null, { method: "GET", path: listNodes.path, headers: api.sessionHeaders(caller) });
  expect((await ask()).status).toBe(403);
  await asInstanceAdmin({ caller });
  const { nodes } = await (await ask()).json();
  expect(nodes.map(({ id, roles, is_beating }: Record<string, unknown>) => [id, roles, is_beating])).toEqual([
    ["one", ["trainer"], true],
    ["start-1", ["web", "worker"], true],
    ["two", ["trainer"], false],
  ]);
  expect(nodes[0]).toMatchObject({
    start_id: "start-1",
    engine: "embedded",
    capabilities: { threads: 2 },
    version: expect.stringMatching(/^\d/),
  });
});

import { expect, test } from "vitest";
import { listProjectDeletions } from "#lib/contract/access/projects.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, listProjectDeletions);

test("a deletion is shown to who asked for it and to admins of its entity and of the server", async () => {
  const project = await api.aProject();
  const [admin, entityAdmin, root, stranger] = await Promise.all([
    api.aCaller(project, "admin"),
    api.aCaller(),
    api.aCaller(),
    api.aCaller(await api.aProject(), "admin"),
  ]);
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: entityAdmin.userId, isAdmin: true },
  });
  await api.db.prisma.user.update({ where: { id: root.userId }, data: { isInstanceAdmin: true } });
  await api.send(null, {
    path: `/projects/${project.path}/delete`,
    body: { confirm: project.path },
    headers: api.sessionHeaders(admin),
  });
  const sees = async (caller: Caller) => {
    const headers = api.sessionHeaders(caller);
    const response = await api.send(null, { method: "GET", path: listProjectDeletions.path, headers });
    return (await response.json()).deletions.some(
      (one: { project_id: string }) => one.project_id === project.path,
    );
  };
  expect(await Promise.all([admin, entityAdmin, root, stranger].map(sees))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

import { expect, test } from "vitest";
import { listMembers } from "#lib/contract/access/members.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, listMembers);

test("each person is listed once with the role that counts and where it comes from", async () => {
  const project = await api.aProject();
  const viewer = await api.aCaller(project, "viewer");
  const annotator = await api.aCaller(project, "annotator");
  const entityAdmin = await api.aCaller(project, "viewer");
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: entityAdmin.userId, isAdmin: true },
  });
  const instanceAdmin = await api.aCaller();
  await api.db.prisma.user.update({ where: { id: instanceAdmin.userId }, data: { isInstanceAdmin: true } });
  await api.db.prisma.user.update({ where: { id: annotator.userId }, data: { disabledAt: new Date() } });
  await api.aCaller(await api.aProject(), "admin");
  const path = `/projects/${project.path}/members`;
  const response = await api.send(null, { method: "GET", path, headers: api.sessionHeaders(viewer) });
  const { members } = await response.json();
  const seen = members.map((member: Record<string, unknown>) => [
    member.user_id,
    member.role,
    member.source,
    member.is_disabled,
  ]);
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(
    expect.arrayContaining([
      [viewer.userId, "viewer", "project", false],
      [annotator.userId, "annotator", "project", true],
      [entityAdmin.userId, "admin", "entity", false],
      [instanceAdmin.userId, "admin", "instance", false],
    ]),
  );
  expect(members[0]).toEqual({
    user_id: expect.any(String),
    email: expect.any(String),
    name: expect.any(String),
    role: expect.any(String),
    source: expect.any(String),
    is_disabled: expect.any(Boolean),
    joined_at: expect.stringMatching(/Z$/),
  });
});

import { expect, test } from "vitest";
import type { Actor } from "#lib/access/context.ts";
import type { KeyScope } from "#lib/contract/access.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { ensureProject } from "./ensure-project.ts";

const api = startHarness();

async function anEntityAdmin(key: Actor["key"] = null): Promise<{ actor: Actor; entity: string }> {
  const { entity } = await api.aProject();
  const { userId, name, email } = await api.aCaller();
  await api.db.prisma.entityMember.create({ data: { entityName: entity, userId, isAdmin: true } });
  return { actor: { userId, name, email, isInstanceAdmin: false, defaultEntity: entity, key }, entity };
}

const aKey = (scopes: KeyScope[], projectIds: string[] = []) => ({ id: "key", scopes, projectIds });

function projects(entityName: string): Promise<number> {
  return api.db.prisma.project.count({ where: { entityName, name: { not: "project" } } });
}

test("the first write of an entity's admin makes the project, once, with the maker as its admin", async () => {
  const { actor, entity } = await anEntityAdmin(aKey(["write"]));
  await Promise.all(Array.from({ length: 5 }, () => ensureProject(api.db, actor, `${entity}/fresh`)));
  expect(await projects(entity)).toBe(1);
  const members = await api.db.prisma.projectMember.findMany({
    where: { project: { entityName: entity, name: "fresh" } },
  });
  expect(members).toMatchObject([{ userId: actor.userId, role: "admin" }]);
  const events = await api.db.prisma.auditEvent.findMany({ where: { actorUserId: actor.userId } });
  expect(events.map(({ action }) => action)).toEqual(["project.created"]);
});

test.each([
  ["read only", aKey(["read"])],
  ["one project only", aKey(["write"], ["some-project"])],
])("a key for %s makes no project", async (_, key) => {
  const { actor, entity } = await anEntityAdmin(key);
  await ensureProject(api.db, actor, `${entity}/fresh`);
  expect(await projects(entity)).toBe(0);
});

test("a mere member makes none, nor does anyone in an entity that does not exist", async () => {
  const { actor, entity } = await anEntityAdmin();
  await api.db.prisma.entityMember.updateMany({ where: { entityName: entity }, data: { isAdmin: false } });
  await ensureProject(api.db, actor, `${entity}/fresh`);
  await ensureProject(api.db, { ...actor, isInstanceAdmin: true }, "no-such-entity/fresh");
  expect(await projects(entity)).toBe(0);
  expect(await api.db.prisma.entity.count({ where: { name: "no-such-entity" } })).toBe(0);
});

test("a name that no project may have is refused with what it may be", async () => {
  const { actor, entity } = await anEntityAdmin();
  const refused = ensureProject(api.db, actor, `${entity}/naïve!`);
  await expect(refused).rejects.toBeInstanceOf(Rejected);
  expect(await projects(entity)).toBe(0);
});

import { describe, expect, test } from "vitest";
import { createProject, listProjects } from "#lib/contract/access/projects.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function makeEntityAdmin(caller: Caller, project: TestProject): Promise<void> {
  const [entityName, userId] = [project.entity, caller.userId];
  await api.db.prisma.entityMember.create({ data: { entityName, userId, isAdmin: true } });
}

routeGuarantees(api, listProjects);

let made = 0;
routeGuarantees(api, createProject, async ({ caller, project }) => {
  const entityName = project.entity;
  await api.db.prisma.entityMember.upsert({
    where: { entityName_userId: { entityName, userId: caller.userId } },
    create: { entityName, userId: caller.userId, isAdmin: true },
    update: {},
  });
  return { entity: entityName, name: `made-${made++}` };
});

function create(caller: Caller, entity: string, name: string): Promise<Response> {
  const body = { entity, name };
  return api.send(null, { path: createProject.path, body, headers: api.sessionHeaders(caller) });
}

describe("listProjects", () => {
  test("people see the projects that they belong to, with their role", async () => {
    const [project, other] = [await api.aProject(), await api.aProject()];
    const caller = await api.aCaller(project, "annotator");
    const response = await api.send(caller, { method: "GET", path: "/projects" });
    expect(await response.json()).toEqual({
      projects: [
        {
          project_id: project.path,
          entity: project.entity,
          name: "project",
          role: "annotator",
          created_at: expect.stringMatching(/Z$/),
        },
      ],
    });
    await makeEntityAdmin(caller, other);
    const { projects } = await api.call(caller, listProjects, {});
    expect(projects).toHaveLength(2);
    expect(projects).toContainEqual(expect.objectContaining({ projectId: other.path, role: "admin" }));
  });

  test("a key for one project lists that one alone", async () => {
    const [project, other] = [await api.aProject(), await api.aProject()];
    const caller = await api.aCaller(project);
    await api.db.prisma.projectMember.create({
      data: { projectId: other.id, userId: caller.userId, role: "viewer" },
    });
    const headers = await api.aKey(caller.userId, { projectIds: [other.id] });
    const { projects } = await api.call({ ...caller, headers }, listProjects, {});
    expect(projects.map(({ projectId }) => projectId)).toEqual([other.path]);
  });

  test("the instance admin sees every project", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller();
    await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
    const { projects } = await api.call(caller, listProjects, {});
    expect(projects).toContainEqual(expect.objectContaining({ projectId: project.path, role: "admin" }));
  });
});

describe("createProject", () => {
  test("an admin of the entity makes a project and is its admin", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller();
    await makeEntityAdmin(caller, project);
    const response = await create(caller, project.entity, "support-bot.v2");
    expect(await response.json()).toEqual({
      project_id: `${project.entity}/support-bot.v2`,
      entity: project.entity,
      name: "support-bot.v2",
      role: "admin",
      created_at: expect.any(String),
    });
    expect((await create(caller, project.entity, "support-bot.v2")).status).toBe(409);
  });

  test("members and strangers are refused in the same words, whether the entity exists or not", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "admin");
    await api.db.prisma.entityMember.create({
      data: { entityName: project.entity, userId: caller.userId },
    });
    const refused = await create(caller, project.entity, "more");
    const nowhere = await create(caller, "no-such-entity", "more");
    expect([refused.status, nowhere.status]).toEqual([403, 403]);
    expect((await refused.json()).detail.replace(project.entity, "E")).toBe(
      (await nowhere.json()).detail.replace("no-such-entity", "E"),
    );
  });

  test("the instance admin makes the entity along with its first project", async () => {
    const caller = await api.aCaller();
    await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
    const entity = `new-${caller.userId}`;
    expect((await create(caller, entity, "first")).status).toBe(200);
    expect(await api.db.prisma.entity.count({ where: { name: entity } })).toBe(1);
  });

  test.each(["api", "v1", "Settings", "sign-in"])("no entity is called %s", async (entity) => {
    const caller = await api.aCaller();
    await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
    const response = await create(caller, entity, "first");
    expect(response.status).toBe(422);
    expect((await response.json()).detail[0].loc).toEqual(["body", "entity"]);
  });

  test.each(["", ".hidden", "two words", "a/b", "..", "x".repeat(129), "naïve"])(
    "a project cannot be called '%s'",
    async (name) => {
      const caller = await api.aCaller();
      expect((await create(caller, "local", name)).status).toBe(422);
    },
  );

  test("of several that make one project at once, one does", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller();
    await makeEntityAdmin(caller, project);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create(caller, project.entity, "raced")),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

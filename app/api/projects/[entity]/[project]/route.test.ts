import { expect, test } from "vitest";
import { listProjects, updateProject } from "#lib/contract/access/projects.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, updateProject);

test("a project has another name for people, and the same path for programs; an empty name takes it back", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  const path = `/projects/${project.path}`;
  const headers = api.sessionHeaders(admin);
  const rename = async (name: string) => {
    const response = await api.send(null, { method: "PUT", path, headers, body: { display_name: name } });
    return (await response.json()).display_name;
  };
  expect(await rename("  Support bot, in German ")).toBe("Support bot, in German");
  const listed = async () => {
    const response = await api.send(admin, { method: "GET", path: listProjects.path });
    return (await response.json()).projects;
  };
  expect(await listed()).toMatchObject([
    { project_id: project.path, name: project.name, display_name: "Support bot, in German" },
  ]);
  expect(await rename("")).toBeUndefined();
  expect((await listed())[0]).not.toHaveProperty("display_name");
  const events = await api.db.prisma.auditEvent.findMany({
    where: { projectId: project.id, action: "project.renamed" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ details }) => details)).toEqual([{ name: "Support bot, in German" }, { name: null }]);
});

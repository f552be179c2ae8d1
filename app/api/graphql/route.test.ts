import { expect, test } from "vitest";
import { queryGraph } from "#lib/contract/compat/graphql.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, queryGraph);

async function ask(caller: Caller, query: string, variables?: unknown) {
  const response = await api.send(caller, { path: queryGraph.path, body: { query, variables } });
  expect(response.status).toBe(200);
  return response.json();
}

test("the viewer query returns the user and their default entity", async () => {
  const { project, caller } = await aRecorder(api);
  const query =
    "query DefaultEntity {\n    viewer {\n        username\n        defaultEntity { name }\n    }\n}";
  expect(await ask(caller, query, {})).toEqual({
    data: { viewer: { username: caller.name, defaultEntity: { name: project.entity } } },
  });
});

const PROJECT =
  "query Project($name: String!, $entityName: String!) { project(name: $name, entityName: $entityName) { name } }";

test("a project is found by its name, and a missing or foreign one is null", async () => {
  const { project, caller } = await aRecorder(api);
  const foreign = await api.aProject();
  const named = (one: { entity: string; name: string }) =>
    ask(caller, PROJECT, { name: one.name, entityName: one.entity });
  expect(await named(project)).toEqual({ data: { project: { name: project.name } } });
  expect(await named(foreign)).toEqual({ data: { project: null } });
  expect(await named({ ...project, name: "missing" })).toEqual({ data: { project: null } });
});

const UPSERT = `mutation UpsertModel($name: String!, $entity: String!, $description: String, $repo: String, $id: String) {
  upsertModel(input: { id: $id, name: $name, entityName: $entity, description: $description, repo: $repo, framework: "none", hidden: [true, null, 1.5] }) {
    model { name description }
  }
}`;

test("a project is made by those who may make it, once", async () => {
  const { project, caller } = await aRecorder(api);
  const upsert = (name: string) => ask(caller, UPSERT, { name, entity: project.entity, description: null });
  expect(await upsert("new")).toMatchObject({
    data: null,
    errors: [{ message: expect.stringContaining("new") }],
  });
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  const made = { data: { upsertModel: { model: { name: "new", description: "" } } } };
  expect(await upsert("new")).toEqual(made);
  expect(await upsert("new")).toEqual(made);
  expect(await api.db.prisma.project.count({ where: { entityName: project.entity, name: "new" } })).toBe(1);
  expect(await upsert("über")).toMatchObject({
    data: null,
    errors: [{ message: expect.stringContaining("über") }],
  });
});

test("a key for one project learns of no other and makes none", async () => {
  const { project, caller } = await aRecorder(api);
  const other = await api.aProject();
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: caller.userId, role: "admin" },
  });
  const narrow = { ...caller, headers: await api.aKey(caller.userId, { projectIds: [project.id] }) };
  const variables = { name: other.name, entityName: other.entity, entity: other.entity };
  expect(await ask(narrow, PROJECT, variables)).toEqual({ data: { project: null } });
  expect(await ask(narrow, UPSERT, variables)).toMatchObject({ data: null });
});

test("names are shown of people who share a project with the caller, and of nobody else", async () => {
  const { project, caller } = await aRecorder(api);
  const [colleague, stranger] = [
    await api.aCaller(project, "viewer"),
    await api.aCaller(await api.aProject()),
  ];
  const query = "query UsersByIds($ids: [ID!]) { users(ids: $ids) { edges { node { id username } } } }";
  const ids = [colleague.userId, stranger.userId, caller.userId, "\u0000", 5];
  const { data } = await ask(caller, query, { ids });
  const node = ({ userId, name }: Caller) => ({ node: { id: userId, username: name } });
  expect(data.users.edges).toHaveLength(2);
  expect(data.users.edges).toEqual(expect.arrayContaining([node(caller), node(colleague)]));
  const annotator = await api.aCaller(project, "annotator");
  const seen = await ask(annotator, query, { ids: [annotator.userId, caller.userId] });
  expect(seen.data.users.edges).toEqual([node(annotator)]);
});

test("an entity says whether the caller may write there, and a foreign one is null", async () => {
  const { project, caller } = await aRecorder(api);
  const query =
    "query Entity($entityName: String!) { viewer { username } entity(name: $entityName) { readOnly } }";
  const entityFor = async (who: Caller, entityName: string) =>
    (await ask(who, query, { entityName })).data.entity;
  expect(await entityFor(caller, project.entity)).toEqual({ readOnly: false });
  expect(await entityFor(await api.aCaller(project, "viewer"), project.entity)).toEqual({ readOnly: true });
  expect(await entityFor(caller, (await api.aProject()).entity)).toBeNull();
});

test("links lead to the configured address", async () => {
  const { caller } = await aRecorder(api);
  overrideSettings({ NEXTAUTH_URL: "https://spindle.example.org/" });
  const { data } = await ask(caller, "{ serverInfo { frontendHost } }");
  overrideSettings({ NEXTAUTH_URL: "" });
  expect(data).toEqual({ serverInfo: { frontendHost: "https://spindle.example.org" } });
});

test("comments, aliases and literal arguments are read", async () => {
  const { project, caller } = await aRecorder(api);
  const query = `# which one?
  query Both { mine: project(entityName: "${project.entity}", name: "project") { called: name entity { name } } viewer { id } }`;
  expect(await ask(caller, query)).toEqual({
    data: { mine: { called: "project", entity: { name: project.entity } }, viewer: { id: caller.userId } },
  });
});

test.each([
  "",
  "{",
  "{}",
  "query { viewer }",
  "{ viewer { secret } }",
  "{ viewer { username { x } } }",
  "{ nothing { x } }",
  "{ __schema { types { name } } }",
  "mutation { viewer { username } }",
  "subscription { viewer { username } }",
  "{ viewer { ...Fields } }",
  "{ viewer @include(if: true) { username } }",
  "{ viewer { username } } { viewer { username } }",
  '{ project(name: "a/b", entityName: "c") { name } }',
  '{ project(name: "\\x", entityName: "c") { name } }',
  "{ users { edges { node { id } } } }",
  "query ($a: [Int!]! = [1, {b: 2}] { viewer { username } }",
  "%",
  `{ viewer ${"{ defaultEntity ".repeat(40)}`,
  `{ project(name: ${"[".repeat(40)}`,
  `{ viewer ${"{ defaultEntity ".repeat(40)}${"}".repeat(40)} }`,
  `{ viewer ${"{a".repeat(30_000)}`,
  `{ ${Array.from({ length: 21 }, (_, i) => `v${i}: viewer { id }`).join(" ")} }`,
])("%.60s is reported in `errors`", async (query) => {
  const { caller } = await aRecorder(api);
  expect(await ask(caller, query)).toEqual({
    data: null,
    errors: [{ message: expect.stringMatching(/\w{4}/) }],
  });
});

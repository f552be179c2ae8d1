import net from "node:net";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/access/context.ts";
import { ANY_CREDENTIAL, endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { identifier, label, projectId } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import { handle } from "#lib/edge/http/handle.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";

const makeQueue = endpoint({
  operationId: "makeQueue",
  group: "project",
  summary: "Makes a queue, unless it is to be called `refused`",
  method: "POST",
  path: "/trial/queues",
  auth: ANY_CREDENTIAL,
  needs: "queues:write",
  input: { body: wireObject({ projectId, name: label() }) },
  reply: wireObject({ id: identifier() }),
  idempotent: true,
});

async function make(ctx: Ctx, { name }: InputOf<typeof makeQueue>) {
  const id = newId();
  await ctx.db.prisma.annotationQueue.create({
    data: { id, name, projectId: ctx.project.id, createdBy: ctx.actor.userId, scorerRefs: [] },
  });
  if (name === "refused") throw new Rejected("The name is refused");
  return { id };
}

const api = startHarness(handle(makeQueue, make));

async function aPlace() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project), key: newId() };
}

function ask(caller: Caller, project: TestProject, { key, name = "one" }: { key: string; name?: string }) {
  const headers = { "idempotency-key": key };
  return api.send(caller, { path: makeQueue.path, body: { project_id: project.path, name }, headers });
}

const countIn = (project: TestProject) =>
  api.db.prisma.annotationQueue.count({ where: { projectId: project.id } });

test("eight identical requests at once do the work once; each gets its answer or a retry hint", async () => {
  const { project, caller, key } = await aPlace();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(caller, project, { key })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  for (const { status, headers } of answers)
    if (status !== 200) expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
  expect(await countIn(project)).toBe(1);
  const done = answers.filter(({ status }) => status === 200);
  const ids = await Promise.all(done.map(async (answer) => (await answer.json()).id));
  expect(new Set(ids).size).toBe(1);
});

test("a refusal is not kept: the key is free for a better request", async () => {
  const { project, caller, key } = await aPlace();
  expect((await ask(caller, project, { key, name: "refused" })).status).toBe(400);
  expect(await countIn(project)).toBe(0);
  expect((await ask(caller, project, { key })).status).toBe(200);
  expect(await countIn(project)).toBe(1);
});

test("a key belongs to its caller: another one's request under it is its own", async () => {
  const { project, caller, key } = await aPlace();
  const other = await api.aCaller(project);
  const answers = [await ask(caller, project, { key }), await ask(other, project, { key })];
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, null]);
  expect(await countIn(project)).toBe(2);
});

test("after a day the key counts as new", async () => {
  const { project, caller, key } = await aPlace();
  await ask(caller, project, { key });
  await api.db.query(
    sql`update idempotency_record set expires_at = now() - interval '1 s' where key = ${key}`,
  );
  const again = await ask(caller, project, { key });
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect(await countIn(project)).toBe(2);
});

test("a caller who left before the answer asks again and finds the work done once", async () => {
  const { project, caller, key } = await aPlace();
  await leaveAfterAsking(caller, { project_id: project.path, name: "one" }, key);
  let answer = await ask(caller, project, { key });
  while (answer.status === 409) answer = await ask(caller, project, { key });
  expect(answer.status).toBe(200);
  expect(await countIn(project)).toBe(1);
});

/** Sends a whole request and closes the connection without reading. */
function leaveAfterAsking(caller: Caller, body: object, key: string): Promise<void> {
  const text = JSON.stringify(body);
  const { port, host } = new URL(api.url);
  const head = [
    `POST /api${makeQueue.path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${caller.headers.authorization}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Idempotency-Key: ${key}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), "127.0.0.1", () =>
      socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy()),
    );
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
}

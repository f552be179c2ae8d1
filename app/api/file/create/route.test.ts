import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createContentFile, readContentFile } from "#lib/contract/compat/content-files.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { sendContentFile } from "#lib/testing/data/content-file-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, createContentFile);

test("a file's digest is that of its bytes, whatever it is called and however often it comes", async () => {
  const place = await aRecorder(api);
  // SHA-256 of "test" in base64url, its two signs replaced as clients do.
  const digest = "n4bQgYhMfWWaLXqgxVrQFaOYTxsrC4Is0V1sFbDwCgg";
  for (const filename of ["obj.py", "blob"]) {
    const response = await sendContentFile(api, place, { content: "test", filename });
    expect(await response.json()).toEqual({ digest });
  }
});

test("an admin of the entity makes the project with its first file", async () => {
  const { project, caller } = await aRecorder(api);
  const unborn = { ...project, path: `${project.entity}/not-there-yet` };
  expect((await sendContentFile(api, { project: unborn, caller }, { content: "x" })).status).toBe(403);
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  expect((await sendContentFile(api, { project: unborn, caller }, { content: "x" })).status).toBe(200);
});

test("bytes that are not those that the caller expects are a 400, and are not kept", async () => {
  const place = await aRecorder(api);
  const wrong = await sendContentFile(api, place, { content: "test", expectedDigest: "a".repeat(43) });
  expect(wrong.status).toBe(400);
  const digest = createHash("sha256")
    .update("test")
    .digest("base64url")
    .replace(/-/g, "X")
    .replace(/_/g, "Y");
  const body = { project_id: place.project.path, digest };
  expect((await api.send(place.caller, { path: readContentFile.path, body })).status).toBe(404);
  const right = await sendContentFile(api, place, { content: "test", expectedDigest: digest });
  expect(right.status).toBe(200);
});

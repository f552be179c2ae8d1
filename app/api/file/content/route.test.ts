import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readContentFile } from "#lib/contract/compat/content-files.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { sendContentFile } from "#lib/testing/data/content-file-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, readContentFile, {
  prepare: async (place) => {
    const { digest } = await (await sendContentFile(api, place, { content: place.project.id })).json();
    return { project_id: place.project.path, digest };
  },
  roles: { annotator: 404 },
});

test.each([
  ["no bytes", new Uint8Array()],
  ["bytes that are not text", new Uint8Array([0xff, 0xfe, 0, 0xd8, 0x0a])],
  ["more bytes than are read at once", new Uint8Array(randomBytes(2 * 1024 * 1024 + 5))],
])("%s come back as they were sent, under the name that they came with", async (_, content) => {
  const place = await aRecorder(api);
  const sent = await sendContentFile(api, place, { content, filename: "obj é.py" });
  const body = { project_id: place.project.path, digest: (await sent.json()).digest };
  const response = await api.send(place.caller, { path: readContentFile.path, body });
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(response.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''obj%20%C3%A9.py");
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
});

import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/files.ts";
import { removeData, uploadedFilePath } from "#lib/platform/storage/data-paths.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getFileContent, async (place) => ({
  file_id: (await anUploadedFile(api, place)).id,
}));

test("the content comes back byte by byte, as something to keep and not to show", async () => {
  const place = await aModel(api);
  const content = aRow("Is — it 🙂?").repeat(5000);
  const file = await anUploadedFile(api, place, { content });
  const response = await api.send(place.caller, { method: "GET", path: `/v1/files/${file.id}/content` });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/jsonl",
    "content-length": String(Buffer.byteLength(content)),
    "content-disposition": "attachment; filename*=UTF-8''rows.jsonl",
  });
  expect(await response.text()).toBe(content);
});

test("a content that someone took off the disk is a 404", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place);
  await removeData(uploadedFilePath(file.id));
  const response = await api.send(place.caller, { method: "GET", path: `/v1/files/${file.id}/content` });
  expect(response.status).toBe(404);
});

import { expect, test, vi } from "vitest";
import { StreamDownload, wholeDownload } from "#lib/platform/file-download.ts";
import { log } from "#lib/platform/log.ts";
import { fileResponse } from "./file-response.ts";

/** Parts of a file that notes how many were made, and whether it was left. */
function aFile({ count = 3, failAt = -1 } = {}) {
  const seen = { made: 0, isLeft: false };
  async function* parts() {
    try {
      for (let n = 0; n < count; n++) {
        if (n === failAt) throw new Error("the database went away");
        seen.made++;
        yield n % 2 === 0 ? `part ${n}, ä\n` : new TextEncoder().encode(`part ${n}\n`);
      }
    } finally {
      seen.isLeft = true;
    }
  }
  return { seen, download: new StreamDownload(parts(), "Réponses (1).csv") };
}

test("a file that is made while it is sent comes whole, under its name, and is kept and never shown", async () => {
  const response = await fileResponse(aFile().download, "text/csv");
  expect(response.headers.get("content-type")).toBe("text/csv");
  expect(response.headers.get("content-length")).toBeNull();
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''R%C3%A9ponses%20%281%29.csv",
  );
  expect(await response.text()).toBe("part 0, ä\npart 1\npart 2, ä\n");
});

test("a file whose length is known brings it, in a second header too, as Next removes the first", async () => {
  const parts = [1, 20].map((bytes) => new Uint8Array(bytes));
  const { headers } = await fileResponse(wholeDownload(parts, "a.bin"), "application/octet-stream");
  expect([headers.get("content-length"), headers.get("x-spindle-known-length")]).toEqual(["21", "21"]);
});

test("a fault on the way aborts the file, so that it never passes for a whole one", async () => {
  const { download, seen } = aFile({ count: 5, failAt: 3 });
  await expect((await fileResponse(download, "text/csv")).text()).rejects.toThrow("the database went away");
  expect(seen).toEqual({ made: 3, isLeft: true });
});

test("parts are made only as they are taken, and a reader who leaves ends them", async () => {
  const { download, seen } = aFile({ count: 1000 });
  const reader = (await fileResponse(download, "text/csv")).body?.getReader();
  await reader?.read();
  expect(seen.made).toBeLessThan(5);
  await reader?.cancel();
  expect(seen.isLeft).toBe(true);
});

test("a reader who leaves while a part is waited for is not a fault", async () => {
  const logged = vi.spyOn(log, "error");
  const gate = Promise.withResolvers<void>();
  async function* parts() {
    await gate.promise;
    yield "part";
  }
  const reader = (await fileResponse(new StreamDownload(parts(), "a.csv"), "text/csv")).body?.getReader();
  await new Promise(setImmediate);
  const left = reader?.cancel();
  gate.resolve();
  await left;
  await new Promise(setImmediate);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

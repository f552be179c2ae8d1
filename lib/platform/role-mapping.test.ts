import { expect, test } from "vitest";
import { readRoleMapping } from "./role-mapping.ts";

test("Groups map to admins of the server, of an entity, and to roles of projects, one or several", () => {
  const mapping = readRoleMapping('{"/ops": "admin", "ml team": ["acme:admin", "acme/support:engineer"]}');
  expect([...(mapping ?? [])]).toEqual([
    ["/ops", [{ kind: "instance" }]],
    [
      "ml team",
      [
        { kind: "entity", entity: "acme" },
        { kind: "project", entity: "acme", project: "support", role: "engineer" },
      ],
    ],
  ]);
});

test.each([
  "",
  "[]",
  "null",
  "ops=admin",
  '{"ops": "owner"}',
  '{"ops": "acme/support:owner"}',
  '{"ops": [1]}',
])("%s is not a mapping", (text) => {
  expect(readRoleMapping(text)).toBeNull();
});

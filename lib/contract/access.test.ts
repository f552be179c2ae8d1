import { expect, test } from "vitest";
import {
  KEY_SCOPES,
  PERMISSIONS,
  type ROLE_PERMISSIONS,
  ROLES,
  roleAllows,
  SCOPE_PERMISSIONS,
  scopesAllow,
} from "./access.ts";

const mayDo = (role: keyof typeof ROLE_PERMISSIONS) => PERMISSIONS.filter((one) => roleAllows(role, one));

test("a viewer reads and changes nothing", () => {
  expect(mayDo("viewer").filter((permission) => !permission.endsWith(":read"))).toEqual([]);
});

test("an annotator sees neither members nor threads, and writes only feedback and progress", () => {
  expect(mayDo("annotator")).not.toContain("members:read");
  expect(mayDo("annotator")).not.toContain("threads:read");
  expect(mayDo("annotator").filter((permission) => !permission.endsWith(":read"))).toEqual([
    "feedback:write",
    "feedback:purge",
    "queues:annotate",
  ]);
});

test("an engineer may do everything but manage the project and its people and read the audit log", () => {
  const withheld = PERMISSIONS.filter((permission) => !roleAllows("engineer", permission));
  expect(withheld).toEqual(["project:manage", "members:manage", "audit:read"]);
});

test("an admin may do everything", () => expect(mayDo("admin")).toEqual([...PERMISSIONS]));

test("permission to read calls includes the objects in them", () => {
  const sees = (permissions: readonly string[]) => [
    permissions.includes("calls:read"),
    permissions.includes("objects:read"),
  ];
  for (const role of ROLES) expect(sees(mayDo(role))).toEqual([true, true]);
  for (const scope of KEY_SCOPES) {
    const [calls, objects] = sees(SCOPE_PERMISSIONS[scope]);
    expect(objects, scope).toBe(calls);
  }
});

test("every permission is in reach of some key, and no key without scopes may do anything", () => {
  const unreachable = PERMISSIONS.filter((permission) => !scopesAllow(KEY_SCOPES, permission));
  expect(unreachable).toEqual([]);
  for (const permission of PERMISSIONS) expect(scopesAllow([], permission)).toBe(false);
});

test("a read key changes nothing, only a manage key deletes calls, and keys that write feedback may delete it", () => {
  expect(SCOPE_PERMISSIONS.read.filter((permission) => !permission.endsWith(":read"))).toEqual([]);
  for (const scope of KEY_SCOPES)
    expect(scopesAllow([scope], "feedback:purge"), scope).toBe(scope !== "read");
  for (const permission of ["project:manage", "calls:delete", "members:manage"] as const)
    expect(KEY_SCOPES.filter((scope) => scopesAllow([scope], permission))).toEqual(["manage"]);
});

import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "#lib/contract/zod.ts";
import { folderOf } from "#lib/testing/api-server.ts";
import { ALL_ENDPOINTS } from "./all.ts";

/** Routes that are not endpoints of the contract: sign-in belongs to next-auth, the catch-all to nobody. */
const EXEMPT = [/^app\/api\/auth\//, /^app\/api\/\[\.\.\.path\]\//];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const foldersWith = (file: string) =>
  globSync(`app/api/**/${file}`)
    .filter((path) => !EXEMPT.some((exempt) => exempt.test(path)))
    .map((path) => path.slice(0, -file.length - 1))
    .sort();
const ofTheContract = /^lib\/(contract|client|generated)\//;
const declared = [...new Set(ALL_ENDPOINTS.map(({ path }) => `app/api${folderOf(path)}`))].sort();

test("every path of the contract has a route, and every route a path", () => {
  expect(foldersWith("route.ts")).toEqual(declared);
});

test("every route has tests beside it", () => {
  expect(foldersWith("route.test.ts")).toEqual(declared);
});

test("no two operations share a name, or a method and path", () => {
  const names = ALL_ENDPOINTS.map(({ operationId }) => operationId);
  const places = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(places.filter((place, i) => places.indexOf(place) !== i)).toEqual([]);
});

describe.each(ALL_ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    test("is served by the verb of its name", () => {
      const named = globSync(`lib/**/${kebab(endpoint.operationId)}.ts`);
      const verbs = named.filter((file) => !ofTheContract.test(file));
      expect(verbs).toHaveLength(1);
      const route = readFileSync(`app/api${folderOf(endpoint.path)}/route.ts`, "utf8");
      expect(route).toContain(`#${verbs[0]}`);
      expect(route).toMatch(new RegExp(`handle\\(\\s*(\\w+\\.)?${endpoint.operationId},\\s*\\w+`));
    });

    test("promises the standard guarantees in its route's tests", () => {
      const file = `app/api${folderOf(endpoint.path)}/route.test.ts`;
      expect(existsSync(file), file).toBe(true);
      if (endpoint.group !== "system") expect(readFileSync(file, "utf8")).toContain("routeGuarantees(");
    });

    test("says what it is for, names its path parameters, and shows an input that is right", () => {
      expect(endpoint.summary).toMatch(/^[A-Z].+[^.]$/);
      const parts = Object.values(endpoint.input);
      if (parts.length > 0) expect(endpoint.example).toBeDefined();
      for (const part of parts)
        if (part) expect(z.safeDecode(part, { ...endpoint.example }).error?.issues ?? []).toEqual([]);
      for (const name of endpoint.path.matchAll(/\{(\w+)\}/g))
        expect(endpoint.example).toHaveProperty(name[1] ?? "");
    });

    test("names each status once", () => {
      const { statuses = [] } = endpoint;
      expect(new Set(statuses).size).toBe(statuses.length);
    });
  },
);

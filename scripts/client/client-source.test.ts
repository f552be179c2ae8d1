import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { Spindle } from "../../examples/typescript/spindle-client.ts";
import { clientSource, isForPrograms } from "./client-source.ts";

const FILE = "examples/typescript/spindle-client.ts";

test("the client that is handed out says what the contract says now", async () => {
  const isCurrent = (await readFile(FILE, "utf8")) === clientSource();
  expect(isCurrent, "run `npx node scripts/write-client.ts`").toBe(true);
});

test("the client has a method for every endpoint that a key may ask, and for no other", () => {
  const methods = Object.getOwnPropertyNames(Spindle.prototype).filter((name) => name !== "constructor");
  const names = ALL_ENDPOINTS.filter(isForPrograms).map(({ operationId }) => operationId);
  expect(methods.toSorted()).toEqual([...names, "streamChatCompletion"].toSorted());
});

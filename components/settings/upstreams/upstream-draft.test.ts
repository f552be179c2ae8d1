import { expect, test } from "vitest";
import { draftOf, settingsOf, upstreamFaults } from "./upstream-draft.ts";

test("a stored key stays unless another one is given, and the names of models are read a line each", () => {
  const stored = {
    id: "u",
    name: "vllm",
    baseUrl: "http://127.0.0.1/v1",
    hasKey: true,
    models: ["a", "b"],
    allowPrivate: true,
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const draft = draftOf(stored);
  expect(settingsOf(draft)).toEqual({
    name: "vllm",
    baseUrl: "http://127.0.0.1/v1",
    models: ["a", "b"],
    allowPrivate: true,
  });
  expect(settingsOf({ ...draft, apiKey: "sk-2", models: " a\n\nc\na" })).toMatchObject({
    apiKey: "sk-2",
    models: ["a", "c"],
  });
});

test("a name with a slash and an address without a scheme are faults of their fields", () => {
  expect(Object.keys(upstreamFaults(draftOf(null)))).toEqual(["name", "baseUrl"]);
  expect(upstreamFaults({ ...draftOf(null), name: "vllm-1", baseUrl: "https://api.example.com/v1" })).toEqual(
    {},
  );
  expect(Object.keys(upstreamFaults({ ...draftOf(null), name: "a/b", baseUrl: "https://a" }))).toEqual([
    "name",
  ]);
});

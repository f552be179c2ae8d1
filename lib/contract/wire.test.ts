import { expect, test } from "vitest";
import { anyJson, dict, identifier, integer, list, text } from "./fields.ts";
import { maybe, snakeCase, wireObject, withDefault } from "./wire.ts";
import { wireSchemaOf } from "./wire-schema.ts";
import * as z from "./zod.ts";

const Note = wireObject({
  noteId: identifier(),
  p50Ms: maybe(integer()),
  parts: list(wireObject({ isLast: text() })),
});

test("keys are renamed between the wire and the code in both directions, at every depth", () => {
  const wire = { note_id: "n", p50_ms: 3, parts: [{ is_last: "x" }] };
  const domain = { noteId: "n", p50Ms: 3, parts: [{ isLast: "x" }] };
  expect(z.decode(Note, wire)).toEqual(domain);
  expect(z.encode(Note, domain)).toEqual(wire);
});

test.each([
  ["queueId", "queue_id"],
  ["p50TurnDurationMs", "p50_turn_duration_ms"],
  ["wbRunStepEnd", "wb_run_step_end"],
  ["id", "id"],
])("%s is %s on the wire", (name, wire) => expect(snakeCase(name)).toBe(wire));

test("what a reply does not declare never leaves", () => {
  const row = { noteId: "n", parts: [], passwordHash: "secret" };
  expect(z.encode(Note, row)).toEqual({ note_id: "n", parts: [] });
});

test("a caller's own values pass by reference, whatever their keys", () => {
  const Payload = wireObject({ payload: dict, anything: anyJson });
  const wire = JSON.parse(
    '{"payload": {"__proto__": 1, "camelCase": 2, "snake_case": 3}, "anything": [null]}',
  );
  expect(JSON.stringify(z.decode(Payload, wire))).toBe(JSON.stringify(wire));
  expect(JSON.stringify(z.encode(Payload, z.decode(Payload, wire)))).toBe(JSON.stringify(wire));
});

test("an optional field may be absent or null, and a default stands for both", () => {
  const Page = wireObject({ limit: maybe(integer()), offset: withDefault(integer(), 7) });
  for (const wire of [{}, { limit: null, offset: null }]) expect(z.decode(Page, wire)).toEqual({ offset: 7 });
  expect(z.decode(Page, { limit: 0, offset: 0 })).toEqual({ limit: 0, offset: 0 });
  expect(z.encode(Page, { offset: 3 })).toEqual({ offset: 3 });
});

const Aliased = wireObject({ authorRef: text(), name: text() }, { aliases: { author_ref: "sender_ref" } });

test("a field with two names is read from either and written to both", () => {
  for (const wire of [{ author_ref: "a" }, { sender_ref: "a" }, { author_ref: "a", sender_ref: "a" }])
    expect(z.decode(Aliased, { ...wire, name: "n" })).toEqual({ authorRef: "a", name: "n" });
  expect(z.encode(Aliased, { authorRef: "a", name: "n" })).toEqual({
    author_ref: "a",
    sender_ref: "a",
    name: "n",
  });
});

test("two different values under the two names of a field are a fault", () => {
  const { error } = z.safeDecode(Aliased, { author_ref: "a", sender_ref: "b", name: "n" });
  expect(error?.issues.map(({ path }) => path)).toEqual([["sender_ref"]]);
});

test("the JSON Schema shows both names of a field, and asks for neither by itself", () => {
  expect(wireSchemaOf(Aliased)).toMatchObject({
    properties: { author_ref: { type: "string" }, sender_ref: { type: "string" }, name: { type: "string" } },
    required: ["name"],
  });
});

test("the JSON Schema has a field's own limits", () => {
  const { properties } = wireSchemaOf(
    wireObject({ limit: maybe(integer({ min: 0, max: 9 })), id: identifier(8) }),
  );
  expect(properties).toEqual({
    limit: { anyOf: [{ type: "integer", minimum: 0, maximum: 9 }, { type: "null" }] },
    id: { type: "string", minLength: 1, maxLength: 8 },
  });
});

import { expect, test } from "vitest";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { newId } from "#lib/platform/ids.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import { recordCalls } from "#lib/testing/data/call-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { type Answer, ask, credentialsOf } from "./ask.ts";
import { rowsOf } from "./project-rows.ts";
import { aPlace, newPlace, type Prepared, type Subject, type WireInput, withValue } from "./subject.ts";

/** Every field that takes an id, by the descriptor, is tried with ids of another tenant: the answers are those for ids that exist nowhere. */
export function foreignIdGuarantees(subject: Subject): void {
  test("the id of another tenant's row is answered as one that exists nowhere", async () => {
    const theirs = await newPlace(subject);
    const ids = await someIds(theirs);
    const before = await rowsOf(subject.api, theirs.project);
    for (const { path, isList } of idPlaces(subject.endpoint)) {
      const ofMissing = once((missing: string) => askWith(subject, { path, isList }, missing));
      const prepared = valueAt(theirs.input, isList ? [...path, "0"] : path);
      const candidates =
        typeof prepared === "string" ? [prepared, ...fitting(ids, path)] : fitting(ids, path);
      for (const real of new Set(candidates)) {
        const foreign = await askWith(subject, { path, isList }, real);
        const missing = await ofMissing(formOf(real), unlike(real));
        expect(foreign, `${path.join(".")} = ${real} of another tenant`).toEqual(missing);
      }
    }
    expect(await rowsOf(subject.api, theirs.project)).toEqual(before);
  });
}

/** Asks for the first of each form: which of two ids that nothing has is asked for, makes no difference. */
function once<T>(answerTo: (id: string) => Promise<T>): (form: string, id: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (form, id) => {
    const answer = answers.get(form) ?? answerTo(id);
    answers.set(form, answer);
    return answer;
  };
}

function formOf(id: string): string {
  return id.replace(/[0-9a-f]/g, "0");
}

/** Ids of everything that a project can hold, by what they name. */
async function someIds({ api, project, caller }: Prepared): Promise<Record<string, string>> {
  const [trace, thread, turn, objectId] = [newId(), `thread-${newId()}`, newId(), `object-${newId()}`];
  const [call = ""] = await recordCalls(api, { project, caller }, [
    { id: turn, trace_id: trace, thread_id: thread, turn_id: turn },
  ]);
  const { digest } = await keepObject(api, { project, caller }, { objectId, val: { a: 1 } });
  const [feedback = ""] = await storedIds(api, caller, [aNote(project)]);
  const { queueId } = await aQueueIn(api, { project, caller });
  const ref = `weave:///${project.path}`;
  return {
    call,
    parent: call,
    trace,
    thread,
    turn,
    feedback,
    queue: queueId,
    digest,
    object: objectId,
    user: caller.userId,
    call_ref: `${ref}/call/${call}`,
    ref: `${ref}/object/${objectId}:${digest}`,
  };
}

/** Those whose name stands in the field's name; all where none does. */
function fitting(ids: Record<string, string>, path: readonly string[]): string[] {
  const field = path.findLast((key) => !/^\d+$/.test(key)) ?? "";
  const isRef = /refs?$/.test(field);
  const entries = Object.entries(ids).filter(([name]) => name.endsWith("ref") === isRef);
  const named = entries.filter(([name]) => field.includes(name));
  return (named.length > 0 ? named : entries).map(([, id]) => id);
}

type IdPlace = { path: string[]; isList: boolean };
const ID_FIELD = /(^|_)(id|ids|ref|refs|digest|digests)$/;

/** Where an endpoint's input takes ids, references and digests, whether or not an example shows it. */
function* idPlaces({ input }: AnyEndpoint): Generator<IdPlace> {
  for (const part of [input.params, input.query, input.body])
    if (part) yield* placesIn(wireSchemaOf(part), []);
}

function* placesIn(schema: JsonSchema, path: string[]): Generator<IdPlace> {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    if (key === "project_id") continue;
    const at = [...path, key];
    for (const one of field.anyOf ?? [field]) {
      const isText = one.type === "string" || one.type === undefined;
      if (ID_FIELD.test(key) && isText && !one.properties) yield { path: at, isList: false };
      if (ID_FIELD.test(key) && one.items && !one.items.properties) yield { path: at, isList: true };
      if (one.properties) yield* placesIn(one, at);
      for (const element of one.items?.anyOf ?? (one.items ? [one.items] : []))
        if (element.properties) yield* placesIn(element, [...at, "0"]);
    }
  }
}

/** The answer to an input with one id put in, with whatever differs by nature made alike. */
async function askWith(
  subject: Subject,
  { path, isList }: IdPlace,
  id: string,
): Promise<{ status: number; text: string }> {
  const mine = await aPlace(subject);
  const headers = credentialsOf(subject.api, subject.endpoint, mine.caller);
  const input = withPlaces(mine.input, path, isList ? [id] : id);
  const answer = await ask(subject, { input, headers });
  const ids = [...textsIn(mine.input), id, ...id.split(/[/:]/)].filter((text) => text.length > 5);
  return { status: answer.status, text: normalised(answer, ids) };
}

/** As `withValue`, making the objects and lists on the way that are not there. */
function withPlaces(input: WireInput, path: readonly string[], value: unknown): WireInput {
  let made = input;
  for (const [at, key] of path.entries()) {
    const here = path.slice(0, at);
    if (at === 0 || valueAt(made, here)) continue;
    made = withValue(made, here, /^\d+$/.test(key) ? [] : {});
  }
  return withValue(made, path, value);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

function normalised(answer: Answer, ids: string[]): string {
  let text = answer.text;
  for (const id of ids.sort((a, b) => b.length - a.length)) text = text.replaceAll(id, "<id>");
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/"created":\d{10}\b/g, '"created":"<seconds>"')
    .replace(/(entity|object|thread)-<id>/g, "<$1>")
    .replace(/"digest":"[^"]+"/g, '"digest":"<digest>"');
}

/** An id of the same form and length that no row has; of a reference, one into a project that does not exist. */
function unlike(id: string): string {
  if (id.includes(":///")) return id.replace(/:\/\/\/[^/]+\//, `:///entity-${newId()}/`);
  const ending = /[0-9a-f]{4}$/.test(id) ? "0bad" : "none";
  return id.length > 4 ? id.slice(0, -4) + ending : `${id}-none`;
}

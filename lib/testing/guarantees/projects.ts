import { expect, test } from "vitest";
import { KEY_SCOPES, ROLES, roleAllows, scopesAllow } from "#lib/contract/access.ts";
import { valueAt } from "#lib/json/value-at.ts";
import type { TestProject } from "../harness.ts";
import { type Answer, ask, credentialsOf, expectStatus, keyHeaders, takesKeys } from "./ask.ts";
import { moved, newPlace, type Subject, type WireInput, withValue } from "./subject.ts";

/** Who may do it, in which project, and that other tenants can neither be read nor told from nothing. */
export function projectGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const { needs } = endpoint;
  if (needs === null) return;

  test("an unknown project and another tenant's are refused in the same words", async () => {
    const [mine, theirs] = [await newPlace(subject), await newPlace(subject)];
    const headers = credentialsOf(api, endpoint, mine.caller);
    const nowhere = { entity: `nobody-${theirs.project.id}`, name: "nothing" };
    const unknown = await expectStatus(subject, 403, {
      input: moved(endpoint, theirs.input, {
        from: theirs.project.path,
        to: `${nowhere.entity}/${nowhere.name}`,
      }),
      headers,
    });
    const before = await rowsOf(subject, theirs.project);
    const foreign = await expectStatus(subject, 403, { input: theirs.input, headers });
    expect(foreign.text.replaceAll(theirs.project.path, "<project>")).toBe(
      unknown.text.replaceAll(`${nowhere.entity}/${nowhere.name}`, "<project>"),
    );
    expect(await rowsOf(subject, theirs.project)).toEqual(before);
  });

  test.each([...ROLES])("a %s is answered as the table of roles says", async (role) => {
    const place = await newPlace(subject);
    const caller = await api.aCaller(place.project, role);
    const allowed = subject.setup.roles?.[role] ?? 200;
    const headers = credentialsOf(api, endpoint, caller);
    await expectStatus(subject, roleAllows(role, needs) ? allowed : 403, { input: place.input, headers });
  });

  if (takesKeys(endpoint))
    test.each([...KEY_SCOPES])("a key for %s is answered as the table of scopes says", async (scope) => {
      const place = await newPlace(subject);
      const key = await api.aKey(place.caller.userId, { scopes: [scope] });
      await expectStatus(subject, scopesAllow([scope], needs) ? 200 : 403, {
        input: place.input,
        headers: keyHeaders(endpoint, key),
      });
    });

  if (takesKeys(endpoint))
    test("a key for one project opens no other", async () => {
      const place = await newPlace(subject);
      const other = await api.aProject();
      const elsewhere = await api.aKey(place.caller.userId, { projectIds: [other.id] });
      const here = await api.aKey(place.caller.userId, { projectIds: [place.project.id] });
      await expectStatus(subject, 403, { input: place.input, headers: keyHeaders(endpoint, elsewhere) });
      await expectStatus(subject, 200, { input: place.input, headers: keyHeaders(endpoint, here) });
    });

  test("the id of another tenant's row is answered as one that exists nowhere", async () => {
    const theirs = await newPlace(subject);
    const before = await rowsOf(subject, theirs.project);
    for (const path of idPaths(theirs.input)) {
      const real = valueAt(theirs.input, path);
      if (typeof real !== "string") continue;
      const foreign = await askWith(subject, path, real);
      const missing = await askWith(subject, path, unlike(real));
      expect(foreign, `${path.join(".")} of another tenant`).toEqual(missing);
    }
    expect(await rowsOf(subject, theirs.project)).toEqual(before);
  });
}

/** The answer to an input with one id replaced, with whatever differs by nature made alike. */
async function askWith(
  subject: Subject,
  path: readonly string[],
  id: string,
): Promise<{ status: number; text: string }> {
  const mine = await newPlace(subject);
  const headers = credentialsOf(subject.api, subject.endpoint, mine.caller);
  const answer = await ask(subject, { input: withValue(mine.input, path, id), headers });
  return { status: answer.status, text: normalised(answer, [...idsIn(mine.input), id]) };
}

function normalised(answer: Answer, ids: string[]): string {
  let text = answer.text;
  for (const id of ids.sort((a, b) => b.length - a.length)) text = text.replaceAll(id, "<id>");
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/"digest":"[^"]+"/g, '"digest":"<digest>"');
}

const ID_FIELD = /(^|_)(id|ids|ref|refs|digest)$/;

/** Where an input holds ids, references and digests; a list of ids gives a place each. */
function* idPaths(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    const named = ID_FIELD.test(key) || (/^\d+$/.test(key) && ID_FIELD.test(path.at(-1) ?? ""));
    if (key === "project_id") continue;
    if (typeof inner === "string" && named) yield at;
    else yield* idPaths(inner, at);
  }
}

function idsIn(input: WireInput): string[] {
  return [...idPaths(input)].map((path) => String(valueAt(input, path))).filter((id) => id.length > 3);
}

/** An id of the same form and length that no row has. */
function unlike(id: string): string {
  const ending = /[0-9a-f]{4}$/.test(id) ? "0bad" : "none";
  return id.length > 4 ? id.slice(0, -4) + ending : `${id}-none`;
}

/** A fingerprint of everything that a project holds, by table. */
export async function rowsOf({ api }: Subject, project: TestProject): Promise<Record<string, string>> {
  const tables = await api.db.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'project_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { table_name: table } of tables.rows) {
    const { rows } = await api.db.pool.query<{ print: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from "${table}" t where project_id = $1`,
      [project.id],
    );
    found[table] = rows[0]?.print ?? "";
  }
  return found;
}

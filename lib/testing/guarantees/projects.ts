import { expect, test } from "vitest";
import { KEY_SCOPES, ROLES, roleAllows, scopesAllow } from "#lib/contract/access.ts";
import { credentialsOf, expectStatus, keyHeaders, takesKeys } from "./ask.ts";
import { rowsOf } from "./project-rows.ts";
import { aPlace, moved, newPlace, type Prepared, type Subject } from "./subject.ts";

/** Which roles may do it, in which project, and that another tenant's project is unreadable and looks like one that does not exist. */
export function projectGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const { needs } = endpoint;
  if (needs === null) return;

  test("an unknown project and another tenant's are refused in the same words", async () => {
    const [mine, theirs] = [await aPlace(subject), await newPlace(subject)];
    const headers = credentialsOf(api, endpoint, mine.caller);
    const nowhere = { entity: `nobody-${theirs.project.id}`, name: "nothing" };
    const refused = refusalOf(theirs);
    const unknown = await expectStatus(subject, refused, {
      input: moved(endpoint, theirs.input, {
        from: theirs.project.path,
        to: `${nowhere.entity}/${nowhere.name}`,
      }),
      headers,
    });
    const before = await rowsOf(api, theirs.project);
    const foreign = await expectStatus(subject, refused, { input: theirs.input, headers });
    expect(foreign.text.replaceAll(theirs.project.path, "<project>")).toBe(
      unknown.text.replaceAll(`${nowhere.entity}/${nowhere.name}`, "<project>"),
    );
    expect(await rowsOf(api, theirs.project)).toEqual(before);
  });

  test.each([...ROLES])("a %s is answered as the table of roles says", async (role) => {
    const place = await aPlace(subject);
    const caller = await api.aCaller(place.project, role);
    const allowed = subject.setup.roles?.[role] ?? 200;
    const headers = credentialsOf(api, endpoint, caller);
    await expectStatus(subject, roleAllows(role, needs) ? allowed : 403, { input: place.input, headers });
  });

  if (takesKeys(endpoint))
    test.each([...KEY_SCOPES])("a key for %s is answered as the table of scopes says", async (scope) => {
      const place = await aPlace(subject);
      const key = await api.aKey(place.caller.userId, { scopes: [scope] });
      const allowed = subject.setup.scopes?.[scope] ?? 200;
      await expectStatus(subject, scopesAllow([scope], needs) ? allowed : 403, {
        input: place.input,
        headers: keyHeaders(endpoint, key),
      });
    });

  if (takesKeys(endpoint))
    test("a key for one project opens no other", async () => {
      const place = await aPlace(subject);
      const other = await api.aProject();
      const elsewhere = await api.aKey(place.caller.userId, { projectIds: [other.id] });
      const here = await api.aKey(place.caller.userId, { projectIds: [place.project.id] });
      await expectStatus(subject, refusalOf(place), {
        input: place.input,
        headers: keyHeaders(endpoint, elsewhere),
      });
      await expectStatus(subject, 200, { input: place.input, headers: keyHeaders(endpoint, here) });
    });
}

/** A project that the input names is refused as such; of a row that it names by id alone, nobody else may learn that it exists. */
function refusalOf({ project, input }: Prepared): 403 | 404 {
  const namesProject = JSON.stringify(input).includes(project.path) || input.entity === project.entity;
  return namesProject ? 403 : 404;
}

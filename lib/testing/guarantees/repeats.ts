import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { credentialsOf, expectStatus, problemsIn } from "./ask.ts";
import { rowsOf } from "./project-rows.ts";
import { aPlace, newPlace, type Prepared, type Subject, type WireInput, withValue } from "./subject.ts";

/** What an `Idempotency-Key` promises. */
export function repeatGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  if (!endpoint.idempotent) return;
  const asking = ({ caller, input }: Prepared, key: string) => ({
    input,
    headers: { ...credentialsOf(api, endpoint, caller), "idempotency-key": key },
  });

  test("the same request under the same Idempotency-Key does its work once", async () => {
    const place = await newPlace(subject);
    const key = newId();
    const original = await expectStatus(subject, 200, asking(place, key));
    expect(original.headers.get("idempotent-replayed")).toBe(null);
    const before = await rowsOf(subject.api, place.project);
    const replay = await expectStatus(subject, 200, asking(place, key));
    expect(replay.text).toBe(original.text);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(await rowsOf(subject.api, place.project)).toEqual(before);
  });

  test("another request under the same Idempotency-Key is a 422", async () => {
    const place = await newPlace(subject);
    const key = newId();
    await expectStatus(subject, 200, asking(place, key));
    const input = changed(place.input) ?? (await elsewhere(subject, place));
    const answer = await expectStatus(subject, 422, asking({ ...place, input }, key));
    expect(problemsIn(answer)).toEqual([
      {
        type: "value_error",
        loc: ["header", "idempotency-key"],
        msg: "Value error, this key was used for another request; use a new one",
      },
    ]);
  });

  test("a request whose Idempotency-Key is still in use elsewhere is refused with a retry hint", async () => {
    const place = await newPlace(subject);
    const key = newId();
    const credential = await credentialId(subject, place);
    await api.db.transaction(async (tx) => {
      const name = `${credential} ${endpoint.operationId} ${key}`;
      await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`);
      const answer = await expectStatus(subject, 409, asking(place, key));
      expect(answer.headers.get("retry-after")).toBe("1");
    });
    await expectStatus(subject, 200, asking(place, key));
  });

  test("an Idempotency-Key of unreadable form is a 422", async () => {
    const place = await aPlace(subject);
    await expectStatus(subject, 422, asking(place, "x".repeat(256)));
  });
}

async function credentialId({ api, endpoint }: Subject, { caller }: Prepared): Promise<string> {
  if (!endpoint.auth.includes("basic") && !endpoint.auth.includes("bearer")) return caller.userId;
  const key = await api.db.prisma.apiKey.findFirstOrThrow({ where: { userId: caller.userId } });
  return key.id;
}

/** The input with another name in it, where there is one to change. */
function changed(input: WireInput): WireInput | null {
  const free = Object.entries(input).find(
    ([key, value]) => typeof value === "string" && /^(name|description|label|email)$/.test(key),
  );
  return free ? withValue(input, [free[0]], `x${String(free[1])}`) : null;
}

/** The input of another project of the same caller. */
async function elsewhere(subject: Subject, { caller }: Prepared): Promise<WireInput> {
  const project = await subject.api.aProject();
  await subject.api.db.prisma.projectMember.create({
    data: { projectId: project.id, userId: caller.userId, role: "admin" },
  });
  return subject.prepare({ api: subject.api, project, caller });
}

import { expect, test } from "vitest";
import { getCallStats, startCall } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder, aStart, recordCalls } from "#lib/testing/data/call-data.ts";
import { randomSource } from "#lib/testing/engines/random-source.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { foldTotals } from "./fold-totals.ts";

const api = startHarness();

type Recorder = Awaited<ReturnType<typeof aRecorder>>;

test("an operation's name may be as long as the contract allows, and no shorter when it is compressed", async () => {
  const recorder = await aRecorder(api);
  const random = randomSource(1);
  const op_name = String.fromCodePoint(
    ...Array.from({ length: 1_024 }, () => 0x4e00 + Math.floor(random() * 20_000)),
  );
  for (let times = 0; times < 2; times++) {
    const response = await api.send(recorder.caller, {
      path: startCall.path,
      body: { start: aStart(recorder.project, { op_name }) },
    });
    expect(response.status).toBe(200);
    await foldTotals(api.db);
    expect(await notesOf(recorder)).toEqual([]);
  }
  expect(await countOf(recorder, [op_name])).toBe(2);
  expect(await countOf(recorder, [op_name.slice(1)])).toBe(0);
});

test("a note that cannot be folded is put aside, holds up no other, and counts", async () => {
  const [bad, good] = [await aRecorder(api), await aRecorder(api)];
  // Stands in for whatever the tables may refuse one day.
  await api.asOwner(sql`
    create function refuse_some() returns trigger language plpgsql as $$ begin
      if new.op_name = 'refused' then raise exception 'no such total' using errcode = 'program_limit_exceeded'; end if;
      return new; end $$`);
  await api.asOwner(sql`
    create trigger refuse_some before insert on call_total for each row execute function refuse_some()`);
  try {
    for (const op_name of ["answer", "refused", "answer"]) await recordCalls(api, bad, [{ op_name }]);
    await recordCalls(api, good, [{}, {}]);
    await foldTotals(api.db);
    expect(await notesOf(good)).toEqual([]);
    expect(await notesOf(bad)).toEqual([{ isAside: true, opNames: ["refused"] }]);
    expect([await countOf(bad), await countOf(bad, ["refused"]), await countOf(good)]).toEqual([3, 1, 2]);
    await recordCalls(api, good, [{}]);
    expect(await foldTotals(api.db)).toBe(1);
  } finally {
    await api.asOwner(sql`drop trigger refuse_some on call_total`);
    await api.asOwner(sql`drop function refuse_some`);
  }
});

function notesOf({ project }: Recorder) {
  return api.db.prisma.callChange.findMany({
    where: { projectId: project.id },
    select: { isAside: true, opNames: true },
  });
}

async function countOf({ caller, project }: Recorder, opNames?: string[]): Promise<number> {
  const filter = opNames ? { opNames } : {};
  return (await api.call(caller, getCallStats, { projectId: project.path, filter })).count;
}

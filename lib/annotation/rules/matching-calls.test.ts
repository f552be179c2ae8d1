import { expect, test } from "vitest";
import { actingFor } from "#lib/access/acting-for.ts";
import { findProject } from "#lib/access/permissions/require-project.ts";
import { bool, columns, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { blocksRead } from "#lib/testing/blocks-read.ts";
import { someCalls } from "#lib/testing/data/queue-data.ts";
import { aRuleIn } from "#lib/testing/data/rule-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { fillQueues } from "./fill-queues.ts";
import { matchingCalls } from "./matching-calls.internal.ts";

const api = startHarness();

/** A rule that took `count` calls, and how its statement asks about some of them. */
async function aFilledQueue(count: number) {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { rule_id: id } = await aRuleIn(api, { project, caller });
  const taken = await someCalls(api, project, count);
  await fillQueues(api.db);
  const actor = await actingFor(api.db, { userId: caller.userId, projectId: project.id, purpose: "rules" });
  const found = actor && (await findProject(api.db, actor, project.path));
  if (!actor || !found) throw new Error("The person of the rule is not in its project");
  const rule = await api.db.prisma.queueRule.findUniqueOrThrow({ where: { id } });
  const about = (ids: readonly string[] | null) => {
    const matching = matchingCalls({ actor, project: found }, rule, ids);
    const named = columns({
      id: text(sql`m.id`),
      queued: bool(sql`m.queued`),
      removed: bool(sql`m.removed`),
    });
    return sql`select ${named} from (${matching}) m order by m.id`;
  };
  return { project, taken, about };
}

test("calls read a large queue and project at most once, not once each, also before anything counted the tables", async () => {
  // What was counted says nothing of the project that comes now.
  await aFilledQueue(50);
  await api.asOwner(sql`analyze`);
  const { project, taken, about } = await aFilledQueue(3_000);
  const fresh = await someCalls(api, project, 5);
  const asked = [...fresh, ...taken.slice(0, 5)];
  expect(await api.db.query(about(asked))).toEqual(
    [...asked].sort().map((id) => ({ id, queued: taken.includes(id), removed: false })),
  );
  expect(await blocksRead(api.db, about(asked))).toBeLessThan(500);
  expect(await api.db.query(about(null))).toHaveLength(3_005);
  expect(await blocksRead(api.db, about(null))).toBeLessThan(4_000);
});

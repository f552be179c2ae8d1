import type { Ctx, Project } from "#lib/access/context.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { ROLES, roleAllows } from "#lib/contract/access.ts";
import type { QUEUE_SETTINGS } from "#lib/contract/annotation/queue-settings.ts";
import type { createQueue, Queue } from "#lib/contract/annotation/queues.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { InvalidRequest } from "#lib/platform/errors.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { findSpanFields } from "#lib/traces/feedback/find-span-fields.ts";
import { requireFittingDefaults, requireSensibleRules, storedRules } from "./checked-rules.internal.ts";

/** How a queue hands its items out, beside its name, description and fields. */
export type QueueSettings = Pick<Queue, keyof typeof QUEUE_SETTINGS>;
type Sent = Partial<Pick<InputOf<typeof createQueue>, keyof QueueSettings>>;

export const DEFAULT_SETTINGS: QueueSettings = {
  kind: "single",
  annotatorsPerItem: null,
  overlapShare: null,
  annotatorIds: [],
  isBlind: true,
  itemOrder: "oldest",
  showsSuggestions: false,
  skipPolicy: "others",
  skipReasons: [],
  requiresSkipReason: false,
  reservationMinutes: 10,
  requiredRefs: [],
  fieldRules: [],
  isArchived: false,
  isStrict: false,
  minAgreement: null,
};

/** The settings of a queue with those fields, once what was sent is put over what held before; throws where that makes no sense. */
export async function settingsFrom(
  ctx: Pick<Ctx, "db" | "project">,
  sent: Sent,
  { before, scorerRefs }: { before: QueueSettings; scorerRefs: readonly string[] },
): Promise<QueueSettings> {
  const share = sent.overlapShare ?? before.overlapShare;
  const settings = {
    kind: sent.kind ?? before.kind,
    annotatorsPerItem:
      sent.annotatorsPerItem === undefined ? before.annotatorsPerItem : sent.annotatorsPerItem || null,
    overlapShare: share === 1 ? null : share,
    annotatorIds: sent.annotatorIds ? [...new Set(sent.annotatorIds)] : before.annotatorIds,
    isBlind: sent.isBlind ?? before.isBlind,
    itemOrder: sent.itemOrder ?? before.itemOrder,
    showsSuggestions: sent.showsSuggestions ?? before.showsSuggestions,
    skipPolicy: sent.skipPolicy ?? before.skipPolicy,
    skipReasons: sent.skipReasons ?? before.skipReasons,
    requiresSkipReason: sent.requiresSkipReason ?? before.requiresSkipReason,
    reservationMinutes: sent.reservationMinutes ?? before.reservationMinutes,
    requiredRefs: (sent.requiredRefs ?? before.requiredRefs).map(normalizeRef),
    isArchived: sent.isArchived ?? before.isArchived,
    fieldRules: sent.fieldRules ? storedRules(sent.fieldRules) : before.fieldRules,
    isStrict: sent.isStrict ?? before.isStrict,
    minAgreement: sent.minAgreement === undefined ? before.minAgreement : sent.minAgreement || null,
  };
  requireSensibleRules(settings.fieldRules, scorerRefs);
  if (sent.fieldRules) await requireFittingDefaults(ctx, settings.fieldRules);
  requireOwnFields(settings.requiredRefs, scorerRefs);
  if (settings.kind === "pairwise") {
    await requireNoPassages(ctx, scorerRefs);
    requireNoSuggestions(settings);
  }
  if (sent.annotatorIds) await requireAnnotators(ctx, sent.annotatorIds);
  return settings;
}

function requireOwnFields(requiredRefs: readonly string[], scorerRefs: readonly string[]): void {
  refuse("required_refs", requiredRefs, {
    isWrong: (ref) => !scorerRefs.includes(ref),
    text: (ref) => `${ref} is not one of the queue's scorer_refs; require only fields of the queue`,
  });
}

/** A passage stands in the text of one call, and an answer to a pair is about two. */
async function requireNoPassages(
  { db, project }: Pick<Ctx, "db" | "project">,
  scorerRefs: readonly string[],
): Promise<void> {
  const fields = await findSpanFields(db, project.id, scorerRefs);
  refuse("scorer_refs", scorerRefs, {
    isWrong: (ref) => fields.has(ref),
    text: (ref) =>
      `${ref} asks for passages of one text, but this queue compares two calls; use it in another queue`,
  });
}

/** A suggestion on which of two is better would be learned from what people say of other pairs, by words alone. */
function requireNoSuggestions({ showsSuggestions }: QueueSettings): void {
  if (!showsSuggestions) return;
  const text = "a queue that compares two calls shows no suggestions; leave shows_suggestions out, or false";
  throw new InvalidRequest([problemAt(["body", "shows_suggestions"], { type: "value_error", text })]);
}

async function requireAnnotators({ db, project }: Pick<Ctx, "db" | "project">, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set(await mayAnnotate(db, project, ids));
  refuse("annotator_ids", ids, {
    isWrong: (id) => !known.has(id),
    text: (id) => `${id} is not a user who may annotate in this project; give them such a role first`,
  });
}

/** Those of the users who may annotate in the project, by a role there or as an admin of all of it. */
export function mayAnnotate(db: Ctx["db"], project: Project, ids: string[]): Promise<string[]> {
  return annotatorsOf(db, project, sql`u.id = any(${ids}::text[])`);
}

export function everyAnnotator(db: Ctx["db"], project: Project): Promise<string[]> {
  return annotatorsOf(db, project, sql`true`);
}

async function annotatorsOf(db: Ctx["db"], project: Project, chosen: Sql): Promise<string[]> {
  const roles = ROLES.filter((role) => roleAllows(role, "queues:annotate"));
  const rows = await db.query(sql`
    select ${columns(of("app_user u", "id"))} from app_user u
    left join project_member m on m.project_id = ${project.id} and m.user_id = u.id
    left join entity_member e on e.entity_name = ${project.entity} and e.user_id = u.id
    where ${chosen} and (u.is_instance_admin or e.is_admin or m.role = any(${roles}::project_role[]))
    order by u.id`);
  return rows.map((row) => row.id);
}

type Rule = { isWrong: (value: string) => boolean; text: (value: string) => string };

function refuse(field: string, values: readonly string[], { isWrong, text }: Rule): void {
  const problems = values.flatMap((value, index) =>
    isWrong(value) ? [problemAt(["body", field, index], { type: "value_error", text: text(value) })] : [],
  );
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

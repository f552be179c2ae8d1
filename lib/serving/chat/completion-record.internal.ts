import type { AccountCtx, Project } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import { completeCalls } from "#lib/traces/ingest/complete-calls.ts";
import { callOfCompletion } from "./call-of-completion.ts";
import type { Target } from "./find-target.internal.ts";
import { type Usage, usageIn } from "./usage-in.ts";
import { insertUsage, type UsageRow, writeUsage } from "./write-usage.internal.ts";

type Recorded = { ctx: AccountCtx; request: ChatRequest; target: Target; storeIn: Project | null };

/** Records one completion: its usage and, if it is stored, the call. */
export class CompletionRecord {
  readonly #about: Recorded;
  readonly #startedAt = new Date();
  readonly #startMs = performance.now();
  /** Chosen before the first word, so that readers of a stream know it from its beginning. */
  readonly #callId = newId();

  private constructor(about: Recorded) {
    this.#about = about;
  }

  /** Determines where to store the completion, if anywhere. Throws `Rejected` or `Forbidden` if storage is requested but not possible. */
  static async open(ctx: AccountCtx, request: ChatRequest, target: Target): Promise<CompletionRecord> {
    return new CompletionRecord({ ctx, request, target, storeIn: await placeFor(ctx, request, target) });
  }

  get stores(): boolean {
    return this.#about.storeIn !== null;
  }

  /** Adds the id of the stored call, if any, to a completion or chunk before it is sent. */
  withCallId(completion: ChatCompletion): ChatCompletion {
    return this.stores ? { ...completion, call_id: this.#callId } : completion;
  }

  /** Stores usage and call atomically. */
  async completed(completion: ChatCompletion): Promise<void> {
    const { ctx, storeIn } = this.#about;
    const usage = usageIn(completion) ?? { promptTokens: 0, completionTokens: 0 };
    const row = this.#usageRow("completed", usage);
    if (!storeIn) return writeUsage(ctx.db, row);
    await ctx.db.transaction(async (tx) => {
      await insertUsage(tx, [row]);
      await this.#writeCall(tx, storeIn, { completion, usage });
    });
  }

  /** For a caller who left, or a failure in mid-stream. Never throws, so that the caller gets the first error. */
  async brokenOff(outcome: "cancelled" | "failed", usage: Usage): Promise<void> {
    await writeUsage(this.#about.ctx.db, this.#usageRow(outcome, usage)).catch((error: unknown) =>
      log.error({ err: error }, "the usage of a completion could not be written"),
    );
  }

  #usageRow(outcome: UsageRow["outcome"], usage: Usage): UsageRow {
    const { ctx, request, target } = this.#about;
    return {
      id: newId(),
      userId: ctx.actor.userId,
      projectId: target.project?.id ?? null,
      model: request.model,
      upstreamId: target.kind === "upstream" ? target.upstream.id : null,
      outcome,
      ...usage,
      durationMs: Math.round(performance.now() - this.#startMs),
    };
  }

  async #writeCall(
    db: Db,
    project: Project,
    { completion, usage }: { completion: ChatCompletion; usage: Usage },
  ): Promise<void> {
    const { ctx, request, target } = this.#about;
    const call = callOfCompletion({
      id: this.#callId,
      startedAt: this.#startedAt,
      endedAt: new Date(),
      request,
      completion,
      usage,
      attributes: modelFacts(request, target),
      threadId: request.metadata?.threadId ?? null,
    });
    const place = { entity: project.entity, project: project.name };
    const { errors } = await completeCalls({ ...ctx, db, project }, { ...place, batch: [call] });
    if (errors?.[0]) throw new Rejected(`The completion cannot be stored: ${errors[0].error}`);
  }
}

/** The project to store a completion in, or null not to store it. Asking for storage needs `calls:write`. */
async function placeFor(
  { db, actor }: AccountCtx,
  { store }: ChatRequest,
  { project }: Target,
): Promise<Project | null> {
  if (store === true) {
    if (project) return requireProject(db, actor, { path: project.path, permission: "calls:write" });
    throw new Rejected("store needs to know where: name the project in metadata.project_id", {
      param: "metadata.project_id",
    });
  }
  if (store === false || !project) return null;
  const row = await db.prisma.project.findUnique({
    where: { id: project.id },
    select: { storesCompletions: true },
  });
  return row?.storesCompletions ? project : null;
}

function modelFacts(request: ChatRequest, target: Target): Record<string, unknown> {
  if (target.kind === "upstream")
    return { model: request.model, upstream: target.upstream.name, upstream_model: target.model };
  const { resolved } = target;
  if (resolved.kind === "base") return { model: request.model, base_model: resolved.name };
  const { model, checkpoint } = resolved;
  return {
    model: request.model,
    base_model: model.baseModel,
    model_id: model.id,
    step: checkpoint.step,
    checkpoint_id: checkpoint.id,
  };
}

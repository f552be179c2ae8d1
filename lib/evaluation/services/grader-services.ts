import type { Actor, Ctx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import { Unscored } from "#lib/evaluation/graders/grade-result.ts";
import type { GraderServices, VerifyAsk } from "#lib/evaluation/graders/services.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Forbidden, NotFound } from "#lib/platform/errors.ts";
import { askForLabel, askModel } from "./ask-model.internal.ts";
import { humanValue } from "./human-value.ts";
import { postSigned } from "./post-signed.ts";
import { signingSecret } from "./signing-secret.ts";

/** What graders need, for the one who acts in a project: models are asked and queues are read as them. */
export function graderServices(ctx: Ctx): GraderServices {
  return {
    signal: ctx.signal,
    complete: (ask) => askModel(ctx, ask),
    labelProbabilities: (ask) => askForLabel(ctx, ask),
    humanValue: (ask) => humanValue(ctx, ask),
    verify: (ask) => askAddress(ctx, ask),
  };
}

/** Who may only read sends nothing of the project elsewhere. */
async function askAddress(ctx: Ctx, { url, body, timeoutSeconds }: VerifyAsk): Promise<unknown> {
  const { db, actor, project, signal } = ctx;
  if (!(await mayIn(db, actor, { path: project.path, permission: "evaluations:write" })))
    throw new Unscored("not_available", "Only who may change evaluations may have addresses asked");
  return postSigned({ url, body, timeoutSeconds, secret: signingSecret(project.id), signal });
}

async function mayIn(db: Db, actor: Actor, wanted: Parameters<typeof requireProject>[2]): Promise<boolean> {
  try {
    await requireProject(db, actor, wanted);
    return true;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return false;
    throw error;
  }
}

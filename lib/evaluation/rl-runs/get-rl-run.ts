import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { diagnoseRounds } from "./diagnose-rounds.ts";
import { findRlRounds, requireRlRun } from "./rl-records.internal.ts";

type Endpoint = typeof contract.getRlRun;

export async function getRlRun(ctx: Ctx, { runId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const run = await requireRlRun(ctx, runId);
  const rounds = await findRlRounds(ctx, run);
  return { run, rounds, warnings: diagnoseRounds(rounds, { isOver: run.endedAt !== null }) };
}

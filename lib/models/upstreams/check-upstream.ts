import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { checkUpstream as contract } from "#lib/contract/models/upstreams.ts";
import { InvalidRequest, SpindleError, UpstreamFailed, UpstreamLate } from "#lib/platform/errors.ts";
import { askForModels } from "./ask-for-models.internal.ts";
import { requireFitBaseUrl } from "./check-settings.internal.ts";
import { type OpenUpstream, openUpstream } from "./find-upstream.ts";
import { ForbiddenAddress } from "./host-guard.ts";
import { networkFault } from "./network-fault.ts";
import { requireInstanceAdmin } from "./require-instance-admin.ts";
import { noSuchUpstream } from "./upstream-row.internal.ts";

const PATIENCE = { firstByteMs: 10_000, pauseMs: 10_000, totalMs: 10_000 };

type Input = InputOf<typeof contract>;
type Check = ReplyOf<typeof contract>;
type Problem = Pick<Check, "problem" | "text">;

export async function checkUpstream(ctx: AccountCtx, input: Input): Promise<Check> {
  requireInstanceAdmin(ctx.actor);
  const startedAt = performance.now();
  const done = (found: Problem & { models: string[] }): Check => ({
    ...found,
    durationMs: Math.round(performance.now() - startedAt),
  });
  const upstream = await upstreamOf(ctx, input);
  try {
    await requireFitBaseUrl(input.baseUrl, input.allowPrivate);
    const models = await askForModels(upstream, PATIENCE);
    return done({ problem: null, text: "It answers.", models });
  } catch (error) {
    return done({ ...problemOf(error, new URL(upstream.baseUrl).host), models: [] });
  }
}

/** The server as it would be saved. A stored key never travels to a host that it was not entered for. */
async function upstreamOf({ db }: AccountCtx, input: Input): Promise<OpenUpstream> {
  const { upstreamId, baseUrl, apiKey, allowPrivate } = input;
  const given = {
    id: "",
    name: "here",
    baseUrl: URL.parse(baseUrl)?.href.replace(/\/+$/, "") ?? "http://invalid",
    allowPrivate,
  };
  if (upstreamId === undefined || apiKey !== undefined) return { ...given, key: apiKey || null };
  const row = await db.prisma.upstream.findUnique({ where: { id: upstreamId } });
  if (!row) throw noSuchUpstream(upstreamId);
  const isSameHost = new URL(row.baseUrl).origin === new URL(given.baseUrl).origin;
  return { ...given, key: isSameHost ? openUpstream(row).key : null };
}

function problemOf(error: unknown, host: string): Problem {
  if (error instanceof SyntaxError)
    return { problem: "answer", text: `${host} did not return a list of models` };
  if (error instanceof InvalidRequest) return addressProblem(error, host);
  if (error instanceof UpstreamLate)
    return { problem: "time_out", text: `${host} did not respond in time (timeout)` };
  if (error instanceof UpstreamFailed && error.cause instanceof ForbiddenAddress)
    return { problem: "address", text: error.cause.message };
  if (error instanceof UpstreamFailed && error.cause !== undefined) {
    const { kind, text } = networkFault(error.cause);
    return { problem: kind, text: `${host} ${text}` };
  }
  if (error instanceof SpindleError)
    return { problem: "status", text: error.message.replace("The upstream here", host) };
  throw error;
}

/** The problem that saving would report; a name that does not resolve is a network problem. */
function addressProblem({ problems }: InvalidRequest, host: string): Problem {
  const text = problems.map(({ msg }) => msg).join("; ");
  return /cannot be found$/.test(text)
    ? {
        problem: "dns",
        text: `${host} ${networkFault(Object.assign(new Error(), { code: "ENOTFOUND" })).text}`,
      }
    : { problem: "address", text };
}

import { ApiError } from "#lib/client/api-error.ts";

type Check = { error: unknown; data: { problems: readonly unknown[] } | undefined };

/** Why a job would not succeed, where the service has found that out about exactly this form; null where it has not. */
export function stopOfCheck({ error, data }: Check): string | null {
  if (error instanceof ApiError && error.status === 422)
    return "The service would refuse this as it is. Correct what is marked first.";
  const lines = data?.problems.length ?? 0;
  return lines === 0 ? null : "The job would fail. Correct what the check has found first.";
}

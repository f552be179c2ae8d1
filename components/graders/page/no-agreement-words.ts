import { formatCount } from "#components/ui/text/format.ts";
import type { Agreement } from "#lib/contract/evaluation/grader-trials.ts";

/** Why a dry run has nothing to compare with what people said. */
export function noAgreementWords({ unread }: Pick<Agreement, "unread">): string {
  if (unread === 0) return "People decided about none of these calls, so there is nothing to compare.";
  return `People answered ${formatCount(unread)} of these calls, but not with a number, yes or no. Choose another question to compare.`;
}

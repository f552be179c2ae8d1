export const ALLOW_PRIVATE = "Allow private networks and plain http";

/** What is wrong with an address, and the box that would allow it where the form has one that is not checked. */
export function addressProblem(
  problem: string | null,
  { url, canAllow }: { url: string; canAllow: boolean },
): string | null {
  const mayHelp = canAllow && /^https?:\/\//i.test(url.trim());
  return problem !== null && mayHelp ? `${problem} To send there, check “${ALLOW_PRIVATE}”.` : problem;
}

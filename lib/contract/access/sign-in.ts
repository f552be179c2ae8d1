/** The page where people sign in. */
export const SIGN_IN_PAGE = "/sign-in";

/** Why a sign-in failed, as the `error` of its answer says it. */
export type SignInError =
  | { kind: "wrong" }
  /** Too many failures: the next try counts after `seconds`. */
  | { kind: "wait"; seconds: number }
  /** The form was too old or came from elsewhere; sending it again helps. */
  | { kind: "expired" }
  /** The service cannot check passwords now. */
  | { kind: "unavailable" }
  /** Signing in through a provider failed. */
  | { kind: "provider"; problem: ProviderProblem };

const PROVIDER_PROBLEMS = [
  /** It did not answer, or answered with an error of its own. */
  "unreachable",
  /** It let nobody in: people cancel there, and may not be allowed to use this service. */
  "refused",
  /** The answer belongs to another attempt, or to one that took too long. */
  "expired",
  /** It gave no e-mail address that it has confirmed. */
  "unverified",
  /** Nobody here has that address. */
  "unknown",
  "disabled",
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

export function writeSignInError(error: SignInError): string {
  if (error.kind === "provider") return `provider-${error.problem}`;
  return error.kind === "wait" ? `wait-${error.seconds}` : error.kind;
}

/** Reads the `error` of next-auth's answer or of the sign-in page's address; anything unknown counts as wrong credentials. */
export function readSignInError(code: string | null | undefined): SignInError | null {
  if (!code) return null;
  const wait = /^wait-(\d{1,6})$/.exec(code);
  if (wait) return { kind: "wait", seconds: Number(wait[1]) };
  const problem = PROVIDER_PROBLEMS.find((one) => code === `provider-${one}`);
  if (problem) return { kind: "provider", problem };
  return code === "expired" || code === "unavailable" ? { kind: code } : { kind: "wrong" };
}

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
  | { kind: "unavailable" };

export function writeSignInError(error: SignInError): string {
  return error.kind === "wait" ? `wait-${error.seconds}` : error.kind;
}

/** Reads the `error` of next-auth's answer or of the sign-in page's address; anything unknown counts as wrong credentials. */
export function readSignInError(code: string | null | undefined): SignInError | null {
  if (!code) return null;
  const wait = /^wait-(\d{1,6})$/.exec(code);
  if (wait) return { kind: "wait", seconds: Number(wait[1]) };
  return code === "expired" || code === "unavailable" ? { kind: code } : { kind: "wrong" };
}

import { readSignInError, SIGN_IN_PAGE, type SignInError } from "#lib/contract/access/sign-in.ts";

/** Where a person wants to be after signing in; anything but a path of ours counts as the first page. */
export function ownPath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])/.test(path) ? path : "/";
}

/** The sign-in page that comes back to where the reader is now; it says so where a session has ended under someone's work. */
export function signInHref(path: string, { hasEnded = false }: { hasEnded?: boolean } = {}): string {
  const asked = [
    ...(path === "/" ? [] : [`callbackUrl=${encodeURIComponent(path)}`]),
    ...(hasEnded ? ["ended=1"] : []),
  ];
  return asked.length === 0 ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${asked.join("&")}`;
}

/** Signs in by password; null when it worked. Never throws: a server that does not answer is `unavailable`. */
export async function requestSignIn(email: string, password: string): Promise<SignInError | null> {
  try {
    const response = await postForm("callback/credentials", { email, password });
    return response.ok ? null : errorIn(await addressIn(response));
  } catch {
    return { kind: "unavailable" };
  }
}

/** Begins to sign in through the provider: where to go for it, or why not. Never throws either. */
export async function requestProvider(callbackUrl: string): Promise<string | SignInError> {
  try {
    const response = await postForm("signin/oidc", { callbackUrl });
    const address = await addressIn(response);
    return response.ok && address !== null ? address : errorIn(address);
  } catch {
    return { kind: "unavailable" };
  }
}

async function addressIn(response: Response): Promise<string | null> {
  const { url } = (await response.json()) as { url?: unknown };
  return typeof url === "string" ? url : null;
}

function errorIn(address: string | null): SignInError {
  const error = address === null ? null : new URL(address).searchParams.get("error");
  return readSignInError(error) ?? { kind: "unavailable" };
}

/** Ends the session in this browser and leaves for the sign-in page; everything in memory goes with the page. */
export async function requestSignOut(): Promise<void> {
  await postForm("signout", {}).catch(() => undefined);
  window.location.assign(SIGN_IN_PAGE);
}

async function postForm(name: string, fields: Record<string, string>): Promise<Response> {
  const answer = await fetch("/api/auth/csrf");
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return fetch(`/api/auth/${name}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
}

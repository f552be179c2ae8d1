/** Headers of a session, as the sign-in page makes one. */
export async function sessionHeaders(
  { email, password }: { email: string; password: string },
  url: string,
): Promise<Record<string, string>> {
  const own = { origin: url, "sec-fetch-site": "same-origin" };
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { ...own, cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ email, password, csrfToken, callbackUrl: "/projects", json: "true" }),
  });
  if (response.status !== 200) throw new Error(`${email} could not sign in: ${await response.text()}`);
  return { ...own, cookie: cookiesOf(response) };
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

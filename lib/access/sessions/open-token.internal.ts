import { decode, type JWT } from "next-auth/jwt";

/** A signed-in browser has one token at a time. */
const MAX_TOKENS = 2_000;
const opened = new Map<string, Readonly<JWT>>();

/**
 * The claims of a token, or null where it is not ours or its time is over. A browser sends the same token with every request, and opening one
 * derives a key: it was a tenth of what the web process did. What is remembered ends no later than the token itself, and says nothing
 * about revocation, which is read each time.
 */
export async function openToken(token: string, secret: string): Promise<Readonly<JWT> | null> {
  const key = `${secret} ${token}`;
  const known = opened.get(key);
  opened.delete(key);
  if (known && Number(known.exp) * 1000 > Date.now()) return remember(key, known);
  const claims = await decode({ token, secret }).catch(() => null);
  return claims && remember(key, Object.freeze(claims));
}

/** The token that was not used for the longest time goes first. */
function remember(key: string, claims: Readonly<JWT>): Readonly<JWT> {
  opened.set(key, claims);
  const [oldest] = opened.keys();
  if (opened.size > MAX_TOKENS && oldest !== undefined) opened.delete(oldest);
  return claims;
}

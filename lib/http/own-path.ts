import { env } from "#lib/env.ts";

/** Where browsers reach the service: the configured address, else the one that this browser itself used. */
export function ownOrigin(request: Request): string {
  const { NEXTAUTH_URL, HOST, PORT } = env();
  if (NEXTAUTH_URL) return new URL(NEXTAUTH_URL).origin;
  const guess = `http://${request.headers.get("host") ?? `${HOST}:${PORT}`}`;
  return URL.canParse(guess) ? new URL(guess).origin : `http://${HOST}:${PORT}`;
}

/** The path of a page of ours that `url` names, or the start page where it leads anywhere else. */
export function toOwnPath(url: string, origin: string): string {
  // Browsers read a backslash as a slash and skip tabs and line ends, so neither may stand in a path of ours.
  if (/[\\\p{Cc}]/u.test(url) || !URL.canParse(url, origin)) return "/";
  const parsed = new URL(url, origin);
  if (parsed.origin !== origin || parsed.pathname.startsWith("//")) return "/";
  return parsed.pathname + parsed.search + parsed.hash;
}

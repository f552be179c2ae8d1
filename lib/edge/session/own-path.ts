import { env } from "#lib/platform/env.ts";

/** Where browsers reach the service: the configured address, else the one that this browser itself used. */
export function ownOrigin(request: Request): string {
  const { NEXTAUTH_URL, HOST, PORT } = env();
  const configured = NEXTAUTH_URL ? new URL(NEXTAUTH_URL) : null;
  const used = `${configured?.protocol ?? "http:"}//${request.headers.get("host") ?? `${HOST}:${PORT}`}`;
  const address = URL.canParse(used) ? new URL(used) : null;
  if (configured && !(isLoopback(configured) && address && isLoopback(address))) return configured.origin;
  return address?.origin ?? `http://${HOST}:${PORT}`;
}

/**
 * A service on this machine is reached by any of its names and, through a tunnel, at another port; no name server can make one of them
 * lead elsewhere, so whichever the browser wrote as Host is as good as the configured one.
 */
function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** The path of `url` if it is a page of this service, else the start page. */
export function toOwnPath(url: string, origin: string): string {
  // Browsers read a backslash as a slash and skip tabs and line ends, so a path may contain neither.
  if (/[\\\p{Cc}]/u.test(url) || !URL.canParse(url, origin)) return "/";
  const parsed = new URL(url, origin);
  if (parsed.origin !== origin || parsed.pathname.startsWith("//")) return "/";
  return parsed.pathname + parsed.search + parsed.hash;
}

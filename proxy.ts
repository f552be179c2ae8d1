import { type NextRequest, NextResponse } from "next/server";

// biome-ignore lint/style/noProcessEnv: the bundler replaces this with a constant; it is no setting.
const isDevelopment = process.env.NODE_ENV === "development";

/** Gives each page a Content-Security-Policy with a nonce of its own. It decides nothing about access. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from this request header.
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Nonce", nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // React rebuilds server stack traces with eval while developing, and only then.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

export const config = {
  // API paths stay out: a body that passes through here is cut to 10 MB, and they have headers of their own.
  matcher: [
    "/((?!api(?:/|$)|v1(?:/|$)|traces(?:/|$)|graphql(?:/|$)|_next/|.*\\.(?:svg|png|ico|webmanifest|txt)$).*)",
  ],
};

/** The first segments of the paths that belong to the API; everything else is a page or one of its files. */
const API_ROOTS = new Set(["api", "v1", "traces", "graphql"]);

/** Browser features that no page uses. */
const UNUSED_FEATURES = [
  ...["accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"],
  ...["gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"],
  ...["publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock", "serial", "usb"],
  ...["browsing-topics", "xr-spatial-tracking"],
];

const EVERYWHERE: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  // Pages bring a policy with a nonce of their own; whatever has none may load nothing.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

const API: Record<string, string> = {
  ...EVERYWHERE,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cache-Control": "no-store",
};

const TWO_YEARS_SECONDS = 63_072_000;

/** Whether `path` (without query) is one of the API's. */
export function isApiPath(path: string): boolean {
  return API_ROOTS.has(path.split("/", 2)[1] ?? "");
}

/** The headers a response to `path` carries unless it sets them itself. `https` is whether browsers reach us by it. */
export function securityHeaders(path: string, https: boolean): Record<string, string> {
  const headers = isApiPath(path) ? API : EVERYWHERE;
  if (!https) return headers;
  return { ...headers, "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` };
}

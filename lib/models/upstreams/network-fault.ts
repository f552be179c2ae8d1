/** Why another machine could not be asked. */
export const NETWORK_FAULTS = ["dns", "refused", "time_out", "tls", "unreachable", "broken"] as const;
export type NetworkFault = { readonly kind: (typeof NETWORK_FAULTS)[number]; readonly text: string };

const FAULTS: readonly [RegExp, NetworkFault][] = [
  [/^(ENOTFOUND|EAI_)/, { kind: "dns", text: "cannot be found: its name has no address (DNS)" }],
  [/^ECONNREFUSED$/, { kind: "refused", text: "refused the connection: nothing listens on this port" }],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, { kind: "time_out", text: "did not respond in time (timeout)" }],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    { kind: "unreachable", text: "cannot be reached from this network" },
  ],
  [
    /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    { kind: "tls", text: "has an untrusted TLS certificate, or no TLS" },
  ],
];
const BROKEN: NetworkFault = { kind: "broken", text: "broke the connection off" };

/** The meaning of a connection error, as text to put after the name of the other machine. */
export function networkFault(error: unknown): NetworkFault {
  const code = codeOf(error);
  return FAULTS.find(([codes]) => codes.test(code))?.[1] ?? BROKEN;
}

/** Where several addresses of a name were tried, the first one speaks for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof DOMException && error.name === "TimeoutError") return "ETIMEDOUT";
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

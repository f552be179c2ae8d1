import { searchAutomaton } from "./regex-automaton.internal.ts";
import type { TextAutomaton } from "./text-automaton.internal.ts";
import { TextBudget } from "./text-budget.internal.ts";

const DAYS =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const DATE = `(?!0000)(?:\\d{4}-${DAYS}|${LEAP_YEAR}-02-29)`;
const HOURS = "(?:[01]\\d|2[0-3])";
const TIME = `${HOURS}:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-]${HOURS}:[0-5]\\d)`;
const LABEL = "[A-Za-z0-9](?:-?[A-Za-z0-9]){0,30}";
const HOST = `${LABEL}(?:\\.${LABEL}){0,3}`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}";
const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const GROUP = "[0-9A-Fa-f]{1,4}";
const LAST = `(?:${GROUP}:${GROUP}|${IPV4})`;
const IPV6 = [
  `(?:${GROUP}:){6}${LAST}`,
  `::(?:${GROUP}:){5}${LAST}`,
  `(?:${GROUP})?::(?:${GROUP}:){4}${LAST}`,
  `(?:(?:${GROUP}:){0,1}${GROUP})?::(?:${GROUP}:){3}${LAST}`,
  `(?:(?:${GROUP}:){0,2}${GROUP})?::(?:${GROUP}:){2}${LAST}`,
  `(?:(?:${GROUP}:){0,3}${GROUP})?::${GROUP}:${LAST}`,
  `(?:(?:${GROUP}:){0,4}${GROUP})?::${LAST}`,
  `(?:(?:${GROUP}:){0,5}${GROUP})?::${GROUP}`,
  `(?:(?:${GROUP}:){0,6}${GROUP})?::`,
].join("|");
const UNRESERVED = "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";
const CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const PATH = `(?:/${CHARACTER}*)*`;
const TAIL = `(?:\\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?`;
const AUTHORITY = `(?:${UNRESERVED}*@)?(?:${HOST}|${IPV4}|\\[(?:${IPV6})\\])(?::\\d{1,5})?`;
const URI = `[A-Za-z][A-Za-z0-9+.-]*:(?://${AUTHORITY}${PATH}|/(?:${CHARACTER}+${PATH})?|${CHARACTER}+${PATH})${TAIL}`;
const SEGMENT = "(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})+";
const REFERENCE = `${URI}|(?://${AUTHORITY}${PATH}|/(?:${CHARACTER}+${PATH})?|${SEGMENT}${PATH})?${TAIL}`;
const SECONDS = "\\d{1,9}S";
const MINUTES = `\\d{1,9}M(?:${SECONDS})?`;
const CLOCK = `T(?:\\d{1,9}H(?:${MINUTES})?|${MINUTES}|${SECONDS})`;
const MONTHS = "\\d{1,9}M(?:\\d{1,9}D)?";
const DURATION = `P(?:(?:\\d{1,9}Y(?:${MONTHS})?|${MONTHS}|\\d{1,9}D)(?:${CLOCK})?|${CLOCK}|\\d{1,9}W)`;
const POINTER = "(?:/(?:[^~/]|~[01])*)*";

/**
 * Expressions of which every text is of the format for every checker. Some are narrower than the format: no leap seconds, no quoted
 * mailboxes, names of hosts in letters, digits and single hyphens.
 */
const SOURCES: Readonly<Record<string, string>> = {
  date: DATE,
  time: TIME,
  "date-time": `(?!0000)(?:\\d{4}-${DAYS}|${LEAP_YEAR}-02-29)T${TIME}`,
  duration: DURATION,
  email: `${ATOM}(?:\\.${ATOM}){0,2}@${LABEL}(?:\\.${LABEL}){1,3}`,
  "idn-email": `${ATOM}(?:\\.${ATOM}){0,2}@${LABEL}(?:\\.${LABEL}){1,3}`,
  hostname: HOST,
  "idn-hostname": HOST,
  ipv4: IPV4,
  ipv6: IPV6,
  uri: URI,
  iri: URI,
  "uri-reference": REFERENCE,
  "iri-reference": REFERENCE,
  uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
  "json-pointer": POINTER,
  "relative-json-pointer": `(?:0|[1-9]\\d{0,8})(?:#|${POINTER})`,
};
const REFUSED = ["regex", "uri-template"];

/** They are ours, and made once. */
const MAX_FORMAT = 1_000_000;

const known = new Map<string, TextAutomaton>();

export type Format = TextAutomaton | "unknown" | "refused";

/** `unknown` for names that the standard does not have: they say nothing of which texts fit. */
export function formatAutomaton(name: string): Format {
  if (REFUSED.includes(name)) return "refused";
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (source === undefined) return "unknown";
  const automaton = known.get(name) ?? searchAutomaton(`^${anchored(source)}$`, new TextBudget(MAX_FORMAT));
  known.set(name, automaton);
  return automaton;
}

/** Looks ahead stay at the beginning, and all else is one group. */
function anchored(source: string): string {
  const look = /^\(\?!\d+\)/.exec(source)?.[0] ?? "";
  return `${look}(?:${source.slice(look.length)})`;
}

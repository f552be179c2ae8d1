/** The cookies of a `Cookie` header by name. Of two with one name the first counts, as browsers put the closer one there. */
export function readCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(/;\s*/)) {
    const [name = "", ...rest] = pair.split("=");
    if (name !== "" && !cookies.has(name)) cookies.set(name, decoded(rest.join("=")));
  }
  return cookies;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

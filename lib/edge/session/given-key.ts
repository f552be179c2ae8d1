export type GivenKey = { readonly scheme: "bearer" | "basic"; readonly key: string };

/** The API key in an `Authorization` header, or null. Basic has it as the password, with any user name. */
export function givenKey(header: string): GivenKey | null {
  const [scheme = "", value = ""] = header.split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") return { scheme: "bearer", key: value };
  if (scheme.toLowerCase() !== "basic") return null;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon === -1 ? null : { scheme: "basic", key: pair.slice(colon + 1) };
}

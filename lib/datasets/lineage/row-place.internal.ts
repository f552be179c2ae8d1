const MAX_POSITION = 2_147_483_647;

/** An id that names no row means one that nobody has. */
export function rowPlace(id: string): { versionId: string; position: number } {
  const [, versionId = "", digits = ""] = /^(.+)\/(0|[1-9]\d{0,9})$/.exec(id) ?? [];
  const position = digits === "" ? -1 : Number(digits);
  return { versionId, position: position > MAX_POSITION ? -1 : position };
}

const MAX_ROUND = 2_147_483_647;

/** An id that names no round of a run means one that nobody has. */
export function roundPlace(id: string): { runId: string; round: number } {
  const [, runId = "", digits = ""] = /^(.+)\/([1-9]\d{0,9})$/.exec(id) ?? [];
  const round = digits === "" ? -1 : Number(digits);
  return { runId, round: round > MAX_ROUND ? -1 : round };
}

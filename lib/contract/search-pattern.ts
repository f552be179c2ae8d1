/** Where a text holds what somebody searches, whatever the case; every sign of the query means itself. Service and pages find the same. */
export function searchPattern(query: string): RegExp {
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

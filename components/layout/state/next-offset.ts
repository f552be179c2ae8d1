/** Where the next page of a counted list begins. A page that gives nothing is the last one, whatever was counted. */
export function nextOffset(total: number, reached: number, offset: number): number | undefined {
  return reached > offset && reached < total ? reached : undefined;
}

/** A message about files for somebody who has no business with where they lie: of each absolute path the last name stays. */
export function withoutPlaces(message: string): string {
  return message.replaceAll(/(?<![\w.:/])\/(?:[^\s/:"'`]+\/)+/g, "");
}

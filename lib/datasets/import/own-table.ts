/** Columns with which each table of separated values begins that is exported here. */
const HEAD = ["row_id", "split", "weight"];

/** Whether a table was exported here, so that its columns have the names that rows have, and nobody need say what they are. */
export function isOwnTable(header: readonly string[]): boolean {
  return (
    HEAD.every((name, at) => header[at] === name) &&
    OWN.some((names) => names.every((name) => header.includes(name)))
  );
}

const OWN = [
  ["messages"],
  ["prompt", "chosen", "rejected"],
  ["prompt", "completion"],
  ["prompt", "reference"],
];

/** What a file of lines is called that was made of another: by the name of that, without the endings that are true no more. */
export function linesName(filename: string): string {
  const stem = filename.replace(/(\.(jsonl|ndjson|json|csv|tsv|parquet|tar|tgz|gz|zip))+$/i, "");
  return `${stem || "rows"}.jsonl`;
}

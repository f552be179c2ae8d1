/** The endings of names of files with rows, as an input takes them. */
export const ACCEPTED = ".jsonl,.ndjson,.json,.csv,.tsv,.parquet,.zip,.tar,.tgz,.gz";

/** Where a job's row says that its data lie: a file of the job's own below the data folder, an `https:` address, or an uploaded file's id. */
export function isStoredSource(source: string): boolean {
  return source.startsWith("jobs/");
}

export function isRemoteSource(source: string): boolean {
  return source.startsWith("https:");
}

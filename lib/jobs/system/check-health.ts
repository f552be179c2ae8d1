/** Answers as long as the process can; it asks nothing of the database. */
export async function checkHealth(): Promise<{ status: "ok" }> {
  return { status: "ok" };
}

/** Where the build puts the conversations that the first steps import from a terminal. */
const ADDRESS = new URL("../../../examples/conversations.jsonl", import.meta.url);

/** Conversations of our own making to try the product with, as the file that a reader would choose. */
export async function readSampleConversations(): Promise<File> {
  const answer = await fetch(ADDRESS);
  if (!answer.ok) throw new Error(`The sample conversations were answered with ${answer.status}`);
  return new File([await answer.blob()], "conversations.jsonl");
}

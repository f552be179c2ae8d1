/** Who said what in a text that a chat template wrote. */
export type Turn = { readonly role: string; readonly text: string };

/** How families of templates begin and end a turn; the role stands in the first group, the text in the second. */
const FORMS: readonly RegExp[] = [
  // ChatML: Qwen, SmolLM and many more.
  /<\|im_start\|>([a-z]+)\n?([\s\S]*?)(?:<\|im_end\|>\n?|$)/g,
  // Llama 3.
  /<\|start_header_id\|>([a-z]+)<\|end_header_id\|>\s*([\s\S]*?)(?:<\|eot_id\|>|$)/g,
  // Gemma.
  /<start_of_turn>([a-z]+)\n?([\s\S]*?)(?:<end_of_turn>\n?|$)/g,
  // Phi, Granite and Zephyr.
  /<\|(system|user|assistant|tool)\|>\n?([\s\S]*?)(?:<\|end\|>\n?|<\|endoftext\|>\n?|<\/s>\n?|(?=<\|(?:system|user|assistant|tool)\|>)|$)/g,
];

/** Speakers that templates call otherwise. */
const ROLES: { readonly [name: string]: string } = { model: "assistant" };

/**
 * The turns of a prompt, without the marks of its template, and without the empty one that asks for the reply. Null where the template is
 * none that is known: then the text is best shown as it is.
 */
export function templateTurns(prompt: string): Turn[] | null {
  for (const form of FORMS) {
    const found = [...prompt.matchAll(form)];
    if (found.length === 0) continue;
    const turns = found.map(([, role = "", text = ""]) => ({ role: ROLES[role] ?? role, text: text.trim() }));
    return turns.filter(({ role, text }, at) => text !== "" || role !== "assistant" || at < turns.length - 1);
  }
  return null;
}

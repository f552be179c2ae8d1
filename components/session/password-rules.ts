const MIN_CHARACTERS = 12;

export const PASSWORD_HELP = `At least ${MIN_CHARACTERS} characters. A few words are better than symbols that you forget.`;

/** What is wrong with a new password as far as the browser can tell; the server knows the common ones. */
export function passwordFault(password: string): string | null {
  if ([...password].length >= MIN_CHARACTERS) return null;
  return `The password has ${[...password].length} of at least ${MIN_CHARACTERS} characters.`;
}

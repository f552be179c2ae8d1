const MIN_CHARACTERS = 12;

export const PASSWORD_HELP = `At least ${MIN_CHARACTERS} characters. A few words are better than symbols that you forget.`;

/** The faults of a new password that the browser can check; the server also refuses common passwords. */
export function passwordFault(password: string): string | null {
  if ([...password].length >= MIN_CHARACTERS) return null;
  return `The password has ${[...password].length} of at least ${MIN_CHARACTERS} characters.`;
}

import { EARLY_DIGIT, holdPresses, PAGE_ANSWERS } from "./hold-presses.ts";

/** Stands in front of the page. With a nonce, as the content policy asks of every script. */
export function HeldPresses({ nonce }: { nonce: string | undefined }) {
  // A browser hides the nonce from scripts, so React finds another one than the server sent.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`(${holdPresses.toString()})(${JSON.stringify(PAGE_ANSWERS)}, ${JSON.stringify(EARLY_DIGIT)})`}
    </script>
  );
}

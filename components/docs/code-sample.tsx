"use client";

import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { CodeBlock } from "#components/ui/view/code-block.tsx";

/** Code that is copied whole with one press. */
export function CodeSample({ code, language }: { code: string; language: string }) {
  return (
    // On a phone the button stands above the code, of which it would cover half.
    <div className="relative my-4 max-md:flex max-md:flex-col-reverse">
      <CodeBlock code={code} language={language} />
      <div className="self-end md:absolute md:top-2 md:right-2 print:hidden">
        <CopyButton text={code} />
      </div>
    </div>
  );
}

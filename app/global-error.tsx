"use client";

import { Button } from "#components/ui/button/button.tsx";
import { FullPageMessage } from "#components/ui/notice/full-page-message.tsx";
import "./globals.css";

/** Shown when even the root layout failed, so it brings its own document and needs no provider. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something broke · Spindle</title>
        <FullPageMessage
          title="Spindle could not start in this browser tab"
          detail="Nothing that you saved is lost. Try again, or reload the page."
          actions={
            <Button variant="primary" onClick={reset}>
              Try again
            </Button>
          }
        />
      </body>
    </html>
  );
}

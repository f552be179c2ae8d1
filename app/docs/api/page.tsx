import type { Metadata } from "next";
import { ChapterNav } from "#components/api-docs/chapter-nav.tsx";
import { chaptersOf } from "#components/api-docs/chapters.ts";
import { OldAnchor } from "#components/api-docs/old-anchor.tsx";
import { OperationIndex } from "#components/api-docs/operation-index.tsx";
import { ENDPOINTS_BY_CAPABILITY } from "#lib/contract/openapi/all.ts";

export const metadata: Metadata = {
  title: "API",
  description: "Every operation of the service, by what it is for",
};

/** The contract for people. It is public: it contains no stored data. */
export default function ApiDocsPage() {
  const chapters = chaptersOf(ENDPOINTS_BY_CAPABILITY);
  return (
    <div className="mx-auto flex max-w-7xl gap-10 px-4 md:px-6">
      <ChapterNav chapters={chapters} shown={null} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 py-8 outline-none">
        <h1 className="text-2xl leading-9">API</h1>
        <Introduction />
        <OperationIndex chapters={chapters} />
        <OldAnchor />
      </main>
    </div>
  );
}

function Introduction() {
  return (
    <div className="mt-3 max-w-prose space-y-3 text-base text-muted">
      <p>
        Every path starts with <Code>/api</Code>. Bodies and answers are JSON; operations that stream answer
        one JSON object per line.
      </p>
      <p>
        Authenticate with an API key, created in the settings: <Code>Authorization: Bearer KEY</Code>, or
        Basic with any user name and the key as the password. The dashboard uses the same operations with its
        session.
      </p>
      <p>
        Operations ignore fields that they do not know, and an optional field may be null. Invalid input gets
        status 422 with a list of all problems. For tools, the whole contract is in{" "}
        <a href="/api/openapi.json" className="text-accent-ink underline underline-offset-2">
          openapi.json
        </a>
        .
      </p>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-sunken px-1 py-0.5 text-ink text-xs">{children}</code>;
}

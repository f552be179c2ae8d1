import type { Metadata } from "next";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { FullPageMessage } from "#components/ui/notice/full-page-message.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <FullPageMessage
      title="There is no page here"
      detail="The address may be mistyped, the page may have been deleted, or you may not have access to it."
      // A plain link: every page brings this one along, and would bring Next's links with it.
      actions={
        <a href="/" className={buttonClass()}>
          Go to your projects
        </a>
      }
    />
  );
}

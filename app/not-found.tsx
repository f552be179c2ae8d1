import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { FullPageMessage } from "#components/ui/full-page-message.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <FullPageMessage
      title="There is no page here"
      detail="The address may be mistyped, or the thing it named was deleted, or you have no access to it."
      actions={<ButtonLink href="/">Go to your projects</ButtonLink>}
    />
  );
}

"use client";

import { Button } from "#components/ui/button/button.tsx";
import { FullPageMessage } from "#components/ui/notice/full-page-message.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <FullPageMessage
      title="This page stopped working"
      detail={`Nothing that you saved is lost. Try again. If it happens twice, contact the operator of this server${error.digest ? ` with the code ${error.digest}` : ""}.`}
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <Button onClick={() => window.location.assign("/")}>Go to your projects</Button>
        </>
      }
    />
  );
}

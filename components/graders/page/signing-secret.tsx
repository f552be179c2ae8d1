"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { signingSecretQuery } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";

/** With what an address checks that a request is ours; shown when asked for. */
export function SigningSecret() {
  const { projectId, can } = useProject();
  const [isShown, setShown] = useState(false);
  const secret = useQuery({ ...signingSecretQuery(projectId), enabled: isShown });
  if (!can("evaluations:secret")) return null;
  if (secret.data)
    return <CopyField label="Signing secret of the project" value={secret.data.signingSecret} />;
  return (
    <div>
      <Button
        icon={<KeyRound />}
        pending={secret.isFetching}
        onClick={() => {
          setShown(true);
          if (secret.error) void secret.refetch();
        }}
      >
        Show the signing secret
      </Button>
      <FieldError error={secret.error ? explainError(secret.error) : null} />
    </div>
  );
}

"use client";

import { TrendingDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { isBuildDue } from "#components/datasets/parts/retracted-words.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

type TrainLinkProps = { href: string; version: DatasetVersion };

/** The way to a training job on a version. Where nobody stands by any of its rows, it asks first; where by some, or where answers count again that it lacks, it is not what to do first. */
export function TrainLink({ href, version }: TrainLinkProps) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const { number, counts, retracted } = version;
  const label = `Train on v${number}`;
  if (!retracted || retracted.train < counts.train)
    return (
      <ButtonLink href={href} variant={isBuildDue(version) ? "secondary" : "primary"} icon={<TrendingDown />}>
        {label}
      </ButtonLink>
    );
  return (
    <>
      <Button icon={<TrendingDown />} onClick={() => setAsking(true)}>
        {label}…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Train on v${number}, though all its rows were retracted?`}
        confirmLabel="Choose how to train"
        tone="primary"
        onConfirm={() => router.push(href)}
      >
        A model would learn only from answers that nobody stands by any more. A new version leaves them out.
      </ConfirmDialog>
    </>
  );
}

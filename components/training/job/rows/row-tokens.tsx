"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TokenHeat } from "#components/chat/reply/token-heat.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { rowTokensQuery } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";

type RowTokensProps = { jobId: string; position: number };

/** Which words of a row the model finds hard, on request: the newest checkpoint reads the row for it. */
export function RowTokens({ jobId, position }: RowTokensProps) {
  const { can } = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can("chat:create")) return null;
  if (isOpen) return <ReadTokens jobId={jobId} position={position} />;
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        Show tokens by loss
      </Button>
    </div>
  );
}

function ReadTokens({ jobId, position }: RowTokensProps) {
  const found = useQuery(rowTokensQuery(jobId, position));
  if (found.error) return <QueryError title="The row could not be scored" query={found} />;
  if (!found.data) return <SkeletonLines label="The model reads the row" lines={3} />;
  const { tokens, loss, step, isCut } = found.data;
  const learned = tokens.flatMap(({ isTrained, ...token }) => (isTrained ? token : []));
  return (
    <figure aria-label="Tokens by loss" className="rounded-md border border-line bg-sunken p-3 text-sm">
      <figcaption className="mb-2 text-muted text-xs">
        What the job learns of this row, as the checkpoint of step {formatCount(step)} expects it
        {loss === null ? "" : `: loss ${loss.toFixed(LOSS_DECIMALS)}`}
        {isCut ? `; only the first ${formatCount(tokens.length)} tokens of the row are read` : ""}
      </figcaption>
      {learned.length === 0 ? (
        <p className="text-muted">No token of it is learned.</p>
      ) : (
        <TokenHeat
          isComing={false}
          tokens={learned.map((token) => ({ text: token.text, logprob: -(token.loss ?? 0), top: [] }))}
        />
      )}
    </figure>
  );
}

const LOSS_DECIMALS = 3;

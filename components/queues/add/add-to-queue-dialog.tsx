"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callsKey } from "#components/calls/parts/call-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { DisplayFieldPicker } from "#components/queues/parts/display-field-picker.tsx";
import { displayPaths } from "#components/queues/parts/display-paths.ts";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { callAll } from "#lib/client/call.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { MAX_PAIRED_CALLS, pairsOfEqualPrompts } from "./equal-prompts.ts";
import type { CallPair } from "./pair-lines.ts";
import { useAddTo } from "./use-add-to.ts";

type AddToQueueDialogProps = {
  callIds: readonly string[];
  /** The queue that they are chosen for; else people choose one. */
  queueId?: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called once the calls are in the queue. */
  onAdded?: () => void;
};

const NEW_QUEUE = "new";
/** Paths are looked for in this many of the calls; the rest will look alike. */
const CALLS_LOOKED_AT = 5;

/** Puts calls in a queue, an existing one or a new one, and says what of them annotators see first. */
export function AddToQueueDialog({
  callIds,
  queueId = null,
  open,
  onOpenChange,
  onAdded,
}: AddToQueueDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Add ${countOf(callIds.length, "call")} to a queue`}
      description="Calls that are already in the queue are skipped."
    >
      {open ? (
        <AddForm
          callIds={callIds}
          queueId={queueId}
          onDone={() => {
            onOpenChange(false);
            onAdded?.();
          }}
          onCancel={() => onOpenChange(false)}
        />
      ) : null}
    </Dialog>
  );
}

type AddFormProps = {
  callIds: readonly string[];
  queueId: string | null;
  onDone: () => void;
  onCancel: () => void;
};

function AddForm({ callIds, queueId, onDone, onCancel }: AddFormProps) {
  const { projectId } = useProject();
  const queues = useQuery({ ...queueChoicesQuery(projectId), select: openOnes });
  const [chosen, setChosen] = useState<string | null>(queueId);
  const [name, setName] = useState("");
  const [displayFields, setDisplayFields] = useState<readonly string[]>([]);
  const { add, pending, done, error } = useAddTo(onDone);
  const target = chosen ?? onlyChoice(queues.data, callIds.length);
  const isPair = queues.data?.find(({ id }) => id === target)?.kind === "pairwise";
  const found = usePairsAmong(callIds, isPair);
  const problem = targetProblem(target, { isPair, calls: callIds.length }) ?? pairsProblem(found);
  const missing =
    problem ?? (target === NEW_QUEUE && !name.trim() ? "Enter a name for the new queue." : null);
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    // The new queue is among the choices before all calls are in it, and must not ask for another choice.
    setChosen(target);
    if (!missing && target)
      add({
        target:
          target === NEW_QUEUE
            ? { name: name.trim() }
            : { id: target, pairs: isPair ? (found?.pairs ?? []) : null },
        callIds,
        displayFields,
      });
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {queues.error ? <QueryErrorBanner title="The queues could not be loaded." query={queues} /> : null}
      <Field
        label="Queue"
        required
        error={(tried || isPair) && !found?.isPending ? problem : null}
        {...(found && (problem === null || found.isPending) ? { help: problem ?? pairsText(found) } : {})}
      >
        {(control) => (
          <Select
            {...control}
            value={target}
            onValueChange={setChosen}
            // Never disabled: the dialog gives its focus to the first control that takes one, which would be the button that cancels.
            placeholder={queues.data ? "Choose a queue…" : "Loading…"}
            options={[
              ...(queues.data ?? []).map((queue) => ({ value: queue.id, label: queue.name })),
              { value: NEW_QUEUE, label: "New queue…" },
            ]}
          />
        )}
      </Field>
      {target === NEW_QUEUE ? (
        <Field
          label="Name of the new queue"
          required
          error={tried ? missing : null}
          help="You can set questions and guidelines in the queue afterwards."
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={255}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <Shown callIds={callIds} chosen={displayFields} onChange={setDisplayFields} />
      <FieldError error={error ? explainError(error) : null} />
      {pending && done > 0 ? <Progress done={done} total={callIds.length} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{pending ? "Stop" : "Cancel"}</Button>
        <Button type="submit" variant="primary" pending={pending}>
          Add to queue
        </Button>
      </div>
    </form>
  );
}

/** The only queue there is, where it takes these calls; where there is none yet, a new one. */
function onlyChoice(queues: readonly Queue[] | undefined, calls: number): string | null {
  if (!queues || queues.length > 1) return null;
  const [only] = queues;
  if (!only) return NEW_QUEUE;
  return targetProblem(only.id, { isPair: only.kind === "pairwise", calls }) === null ? only.id : null;
}

/** Named, so that it runs once for each answer. What is archived waits for nothing more. */
function openOnes(queues: readonly Queue[]): Queue[] {
  return queues.filter(({ isArchived }) => !isArchived);
}

/** What of the calls is shown first; nothing chosen means the whole conversation. */
function Shown(props: {
  callIds: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { projectId } = useProject();
  const looked = props.callIds.slice(0, CALLS_LOOKED_AT);
  const calls = useQuery({
    queryKey: [...callsKey(projectId), "payloads", looked],
    queryFn: ({ signal }) => callAll(streamCalls, { projectId, filter: { callIds: looked } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const paths = calls.data ? displayPaths(calls.data) : [];
  return (
    <DisplayFieldPicker
      paths={paths}
      isLoading={calls.isPending}
      chosen={props.chosen}
      onChange={props.onChange}
    />
  );
}

/** What keeps the calls out of the chosen queue. */
function targetProblem(target: string | null, { isPair, calls }: { isPair: boolean; calls: number }) {
  if (target === null) return "Choose a queue.";
  if (isPair && calls < 2)
    return "This queue compares pairs. Select two calls, or paste many pairs on its Items page.";
  if (isPair && calls > MAX_PAIRED_CALLS)
    return `This queue compares pairs. Select at most ${MAX_PAIRED_CALLS} calls, among which pairs are found.`;
  return null;
}

type Found = { pairs: readonly CallPair[]; alone: number; isPending: boolean; error: Error | null };

/** Two calls are a pair as they are; of more, those that were asked the same and answered differently. Null for a queue of single calls. */
function usePairsAmong(callIds: readonly string[], isPair: boolean): Found | null {
  const { projectId } = useProject();
  const isSearched = isPair && callIds.length > 2 && callIds.length <= MAX_PAIRED_CALLS;
  const calls = useQuery({
    queryKey: [...callsKey(projectId), "payloads", callIds],
    queryFn: ({ signal }) =>
      callAll(streamCalls, { projectId, filter: { callIds: [...callIds] } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isSearched,
  });
  if (!isPair) return null;
  const [callId = "", pairCallId = ""] = callIds;
  if (!isSearched) return { pairs: [{ callId, pairCallId }], alone: 0, isPending: false, error: null };
  const among = pairsOfEqualPrompts(calls.data ?? []);
  return { ...among, isPending: calls.isPending, error: calls.error };
}

function pairsProblem(found: Found | null): string | null {
  if (!found) return null;
  if (found.error) return `The calls could not be read: ${explainError(found.error)}`;
  if (found.isPending) return "Looking for calls that were asked the same…";
  if (found.pairs.length > 0) return null;
  return "This queue compares pairs, and no two of these calls were asked the same and answered differently. Select two calls, or paste pairs on its Items page.";
}

/** `12 pairs of different replies to the same prompt. 3 calls have no partner and are left out.` */
function pairsText({ pairs, alone }: Found): string {
  const found = `${countOf(pairs.length, "pair")} of different replies to the same prompt.`;
  if (pairs.length === 1 && alone === 0) return "Both calls become one pair.";
  return alone === 0
    ? found
    : `${found} ${countOf(alone, "call")} ${alone === 1 ? "has no partner and is" : "have no partner and are"} left out.`;
}

function Progress({ done, total }: { done: number; total: number }) {
  const text = `${formatCount(done)} of ${countOf(total, "call")} added`;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={text} total={total} segments={[{ value: done, tone: "accent" }]} />
      <p aria-live="polite" className="text-muted text-xs">
        {text}
      </p>
    </div>
  );
}

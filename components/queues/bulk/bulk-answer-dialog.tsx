"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import {
  type BulkQuestion,
  bulkObstacle,
  bulkQuestions,
  pickedValue,
  untouchedOf,
} from "#components/queues/items/queries/bulk-answer.ts";
import { chosenItemsQuery } from "#components/queues/items/queries/item-queries.ts";
import type { ItemSelection } from "#components/queues/items/queries/item-selection.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ItemFilter, QueueItem } from "#lib/contract/annotation/queues.ts";
import { BulkRunView } from "./bulk-run-view.tsx";
import { useBulkAnswer } from "./use-bulk-answer.ts";

type BulkAnswerDialogProps = {
  selection: ItemSelection;
  rows: readonly QueueItem[];
  filter: ItemFilter;
  fields: readonly AnnotationField[];
  onClose: () => void;
  /** Something was answered, so the selection says nothing any more. */
  onDone: () => void;
};

/** One answer for many items: which it is and for how many, how far that is, and the way back. */
export function BulkAnswerDialog({ onClose, onDone, ...props }: BulkAnswerDialogProps) {
  const queue = useQueue();
  const bulk = useBulkAnswer(queue.id);
  const close = () => {
    if (bulk.run) onDone();
    onClose();
  };
  // Shows the result of a run, with the undo, before the dialog closes.
  const leave = () => (bulk.run?.isRunning ? bulk.stop() : close());
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || leave()} title="One answer for many items">
      {bulk.run ? (
        <BulkRunView
          run={bulk.run}
          onStop={bulk.stop}
          onGoOn={() => void bulk.goOn()}
          onUndo={() => void bulk.undo()}
          onClose={close}
        />
      ) : (
        <Items {...props} onAnswer={bulk.answer} onCancel={close} />
      )}
    </Dialog>
  );
}

type ItemsProps = Omit<BulkAnswerDialogProps, "onClose" | "onDone"> & {
  onAnswer: ReturnType<typeof useBulkAnswer>["answer"];
  onCancel: () => void;
};

function Items({ selection, rows, filter, ...rest }: ItemsProps) {
  const { projectId } = useProject();
  const queue = useQueue();
  const isAll = selection.kind === "all";
  const all = useQuery({ ...chosenItemsQuery(projectId, { queueId: queue.id, filter }), enabled: isAll });
  const chosen = isAll ? all.data : rows.filter(({ id }) => selection.ids.has(id));
  if (chosen) return <Choice {...rest} items={chosen} />;
  if (!all.error) return <SkeletonLines label="Loading the items" lines={3} />;
  const detail = explainError(all.error);
  return (
    <ErrorBanner title="The items could not be loaded." detail={detail} onRetry={() => void all.refetch()} />
  );
}

type ChoiceProps = Pick<ItemsProps, "fields" | "onAnswer" | "onCancel"> & { items: readonly QueueItem[] };

/** A digit picks, Enter answers; nothing is sent before. */
function Choice({ fields, items, onAnswer, onCancel }: ChoiceProps) {
  const queue = useQueue();
  const questions = bulkQuestions(fields, queue);
  const [ref, setRef] = useState(questions[0]?.field.ref ?? "");
  const [text, setText] = useState<string | null>(null);
  const question = questions.find(({ field }) => field.ref === ref);
  const free = untouchedOf(items);
  if (!question) return null;
  const obstacle = text === null ? null : bulkObstacle(fields, queue, { ref, text });
  const isReady = text !== null && obstacle === null && free.length > 0;
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const picked = optionOf(question, event.key);
    if (!picked) return;
    event.preventDefault();
    setText(picked.value);
    // The ring of the focus goes with the choice, as the arrow keys would take it.
    event.currentTarget
      .querySelector<HTMLInputElement>(`input[value="${CSS.escape(picked.value)}"]`)
      ?.focus();
  };
  return (
    <form
      ref={takeKeys}
      className="flex flex-col gap-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void onAnswer(free, question.field, pickedValue(question.field, text));
      }}
    >
      <RadioGroup
        label={question.field.name}
        help={question.field.description}
        variant="buttons"
        value={text}
        onValueChange={setText}
        options={question.options.map(({ value, label, help, digit }) => ({
          value,
          label,
          ...(help ? { help } : {}),
          ...(digit !== null && digit <= MAX_KEYS ? { keyHint: String(digit % MAX_KEYS) } : {}),
        }))}
      />
      {questions.length > 1 ? (
        <Field label="Question">
          {(control) => (
            <Select
              {...control}
              value={ref}
              onValueChange={(next) => {
                setRef(next);
                setText(null);
              }}
              options={questions.map(({ field }) => ({ value: field.ref, label: field.name }))}
            />
          )}
        </Field>
      ) : null}
      {fields.some(({ input }) => input.kind === "spans") ? (
        <p className="text-muted text-sm">Passages are marked one item at a time.</p>
      ) : null}
      <p className="text-muted text-sm">{reachText(items.length, free.length)}</p>
      <FieldError error={obstacle} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isReady}>
          Answer {countOf(free.length, "item")}
        </Button>
      </div>
    </form>
  );
}

/** Items that had to be loaded first left the focus of the keys with the dialog. */
function takeKeys(form: HTMLFormElement | null): void {
  if (form && !form.contains(document.activeElement)) form.querySelector("input")?.focus();
}

/** Further options are picked by hand: one key for each, and 0 for the tenth. */
const MAX_KEYS = 10;

function optionOf({ options }: BulkQuestion, key: string) {
  return /^\d$/.test(key) ? options.find(({ digit }) => digit === (Number(key) || MAX_KEYS)) : undefined;
}

function reachText(chosen: number, free: number): string {
  const left = chosen - free;
  const others = "Items that others have reserved or answered do not change.";
  if (free === 0) return "You have started or completed all of them. To change an answer, open the desk.";
  if (left === 0) return others;
  return `${countOf(left, "item")} you have started or completed ${left === 1 ? "is" : "are"} left out. ${others}`;
}

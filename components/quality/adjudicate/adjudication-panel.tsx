"use client";

import { Award, Combine, Eye, EyeOff, PenLine, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { type AskedField, askedFields } from "#components/queues/fields/said-values.ts";
import { AnswerColumns, DecisionLine } from "#components/queues/items/answer-columns.tsx";
import { JudgementList } from "#components/queues/items/judgement-list.tsx";
import type { ItemAnswers } from "#components/queues/items/queries/item-queries.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import type { Decision } from "#lib/contract/annotation/queue-lead.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { type LetteredAnswer, letteredAnswers } from "./letters.ts";
import { adoptedValues } from "./merge.ts";
import { MergeForm } from "./merge-form.tsx";
import { SendBackDialog } from "./send-back-dialog.tsx";
import { type AdjudicationAct, useAdjudicationKeys } from "./use-adjudication-keys.ts";
import { useDecide } from "./use-decide.ts";
import { WriteForm } from "./write-form.tsx";

type AdjudicationPanelProps = { item: QueueItem; said: ItemAnswers; fields: readonly AnnotationField[] };
type Mode = "merge" | "write" | "send" | null;

/** Answers under letters, and what can be done about them. Names show once it is decided, or when asked for. */
export function AdjudicationPanel({ item, said, fields }: AdjudicationPanelProps) {
  const queue = useQueue();
  const { can } = useProject();
  const decision = said.decisions[0] ?? null;
  const [areNamesAsked, setNamesAsked] = useState(false);
  const asked = useMemo(() => askedFields(queue.kind, fields), [queue.kind, fields]);
  const answers = useMemo(() => letteredAnswers(said.answers), [said.answers]);
  const names = {
    areNamed: areNamesAsked || decision !== null,
    flipNames: () => setNamesAsked(!areNamesAsked),
  };
  const shown = { asked, answers, decision, ...names };
  return (
    <section aria-label="Answers and decision" className="flex min-w-0 flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm">Answers</h3>
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto"
          icon={names.areNamed ? <EyeOff /> : <Eye />}
          aria-pressed={names.areNamed}
          disabled={decision !== null}
          onClick={names.flipNames}
        >
          {names.areNamed ? "Names shown" : "Show names"}
        </Button>
      </div>
      {decision ? <DecisionLine decision={decision} /> : null}
      {can("queues:write") ? (
        <Deciding {...shown} item={item} said={said} fields={fields} />
      ) : (
        <>
          <Said {...shown} said={said} />
          <p className="text-faint">You can view this. To decide, you need the role engineer or admin.</p>
        </>
      )}
    </section>
  );
}

type Shown = {
  asked: readonly AskedField[];
  answers: readonly LetteredAnswer[];
  decision: Decision | null;
  areNamed: boolean;
};

type SaidProps = Shown & { said: ItemAnswers; onAdopt?: (answer: LetteredAnswer) => void };

function Said({ asked, answers, decision, areNamed, said, onAdopt }: SaidProps) {
  const others = said.answers.filter(({ state }) => state !== "completed");
  return (
    <>
      {answers.length === 0 ? (
        <p className="text-faint">
          Nobody has answered this item yet. You can write an answer yourself, or wait.
        </p>
      ) : (
        <AnswerColumns
          label="Answers by letter"
          asked={asked}
          columns={answers.map(({ letter, answer }) => ({
            key: answer.annotatorUserId,
            head: <LetterHead letter={letter} name={areNamed ? answer.name : null} />,
            answer,
          }))}
          decision={decision}
          {...(onAdopt
            ? { foot: ({ key }) => <AdoptButton answers={answers} id={key} onAdopt={onAdopt} /> }
            : {})}
        />
      )}
      {others.length > 0 ? (
        <p className="text-muted text-sm">
          Besides: {others.map((one) => `${areNamed ? one.name : "somebody"} ${otherText(one)}`).join("; ")}.
        </p>
      ) : null}
      <JudgementList judgements={said.judgements} />
    </>
  );
}

type DecidingProps = Shown & AdjudicationPanelProps & { flipNames: () => void };

function Deciding({ item, said, fields, flipNames, ...shown }: DecidingProps) {
  const { asked, answers, decision, areNamed } = shown;
  const queue = useQueue();
  const decide = useDecide(item, decision);
  const [mode, setMode] = useState<Mode>(null);
  const adopt = (one: LetteredAnswer) =>
    decide.decide(adoptedValues(asked, one), "adopted", `Answer ${one.letter} was adopted`);
  const decideAs = (method: "merged" | "written") => (values: Record<string, unknown>) => {
    setMode(null);
    decide.decide(
      values,
      method,
      method === "merged" ? "The answers were merged" : "Your answer was decided",
    );
  };
  const run = (act: AdjudicationAct) => {
    const chosen = act.kind === "adopt" ? answers[act.place] : undefined;
    if (chosen) return adopt(chosen);
    if (act.kind === "names") return flipNames();
    if (act.kind === "gold") return decide.flipGold();
    if (act.kind === "undo") return decision ? decide.takeBack() : undefined;
    if (act.kind === "write" || (act.kind === "merge" && answers.length > 1)) return setMode(act.kind);
    if (act.kind === "send" && answers.length > 0) setMode("send");
  };
  useAdjudicationKeys({ letters: answers.map(({ letter }) => letter), isOpen: mode === null, run });
  const close = () => setMode(null);
  return (
    <>
      <Said {...shown} said={said} onAdopt={adopt} />
      <FieldError error={decide.error} />
      {mode === "merge" ? (
        <MergeForm asked={asked} answers={answers} onDecide={decideAs("merged")} onCancel={close} />
      ) : null}
      {mode === "write" ? (
        <WriteForm
          fields={fields}
          isPair={queue.kind === "pairwise"}
          initial={decision?.values ?? {}}
          onDecide={decideAs("written")}
          onCancel={close}
        />
      ) : null}
      <Acts
        decide={decide}
        isDecided={decision !== null}
        answers={answers.length}
        mode={mode}
        onMode={setMode}
      />
      <SendBackDialog
        open={mode === "send"}
        onClose={close}
        answers={answers}
        areNamed={areNamed}
        sendBack={decide.sendBack}
      />
    </>
  );
}

function otherText({ state, skipReason }: { state: string; skipReason: string | null }): string {
  if (state === "skipped") return skipReason ? `skipped it (${skipReason})` : "skipped it";
  return state === "in_progress" ? "is answering" : "has it back";
}

function LetterHead({ letter, name }: { letter: string; name: string | null }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="font-semibold">{letter}</span>
      {name ? <span className="truncate font-normal text-muted">{name}</span> : null}
    </span>
  );
}

type AdoptButtonProps = {
  answers: readonly LetteredAnswer[];
  id: string;
  onAdopt: (answer: LetteredAnswer) => void;
};

function AdoptButton({ answers, id, onAdopt }: AdoptButtonProps) {
  const place = answers.findIndex(({ answer }) => answer.annotatorUserId === id);
  const one = answers[place];
  if (!one) return null;
  return (
    <Button size="sm" onClick={() => onAdopt(one)}>
      {place < 9 ? <Hint keys={String(place + 1)} /> : null}
      Adopt {one.letter}
    </Button>
  );
}

type ActsProps = {
  decide: ReturnType<typeof useDecide>;
  isDecided: boolean;
  /** How many there are to merge or to send back. */
  answers: number;
  mode: Mode;
  onMode: (mode: Mode) => void;
};

function Acts({ decide, isDecided, answers, mode, onMode }: ActsProps) {
  return (
    <>
      <Field label="Why" help="Shown to annotators with the decision.">
        {(control) => (
          <Input
            {...control}
            value={decide.note}
            maxLength={4096}
            onChange={(event) => decide.setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Combine />}
          disabled={answers < 2}
          aria-expanded={mode === "merge"}
          onClick={() => onMode(mode === "merge" ? null : "merge")}
        >
          Merge <Hint keys="m" />
        </Button>
        <Button
          icon={<PenLine />}
          aria-expanded={mode === "write"}
          onClick={() => onMode(mode === "write" ? null : "write")}
        >
          Write own <Hint keys="e" />
        </Button>
        <Button icon={<Undo2 />} disabled={answers === 0} onClick={() => onMode("send")}>
          Send back <Hint keys="r" />
        </Button>
        <Button
          icon={<Award />}
          aria-pressed={decide.isGold}
          onClick={decide.flipGold}
          className="aria-pressed:border-warning aria-pressed:bg-warning-tint aria-pressed:text-warning-ink"
        >
          Gold <Hint keys="g" />
        </Button>
        {isDecided ? (
          <Button variant="ghost" pending={decide.isPending} onClick={decide.takeBack}>
            Undo the decision <Hint keys="u" />
          </Button>
        ) : null}
      </div>
      {decide.isGold && !isDecided ? (
        <p className="text-muted text-xs">
          Your decision becomes the reference answer; other answers are measured against it.
        </p>
      ) : null}
    </>
  );
}

function Hint({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="inline-flex pointer-coarse:hidden">
      <Kbd keys={keys} />
    </span>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Adjudication } from "#components/quality/adjudicate/adjudication.tsx";
import { disagreementsQuery } from "#components/quality/quality-queries.ts";
import { type QueueQuality, queueQualityQuery } from "#components/queues/list/quality-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { FieldAgreement } from "#lib/contract/annotation/queue-quality.ts";
import { ConfusionMatrix } from "./confusion-matrix.tsx";
import { DisagreementList } from "./disagreement-list.tsx";
import { FieldTiles } from "./field-tiles.tsx";
import { cellOf } from "./heat-map.ts";
import { LearningSection } from "./learning-section.tsx";
import { RaterMatrix } from "./rater-matrix.tsx";

type Pair = readonly [string, string];

/** How good the answers of a queue are, and the way to decide where people differ. */
export function QualityPage() {
  const { can, role, entity, project } = useProject();
  if (can("answers:read")) return <Quality />;
  return (
    <NoAccess title="The quality of a queue is not open to annotators">
      Your role in {entity}/{project} is {role}. It needs the role viewer, engineer or admin; an admin of the
      project can give it to you.
    </NoAccess>
  );
}

/** What is looked at, as the address holds it. */
function useLook() {
  const { get, replace, push } = useSearchState();
  const [first, second] = (get("pair") ?? "").split("~");
  const pair: Pair | null = first && second ? [first, second] : null;
  return {
    fieldRef: get("field"),
    includeJudges: get("judges") !== "0",
    undecidedOnly: get("undecided") === "1",
    pair,
    itemId: get("item"),
    replace,
    push,
  };
}

function Quality() {
  const queue = useQueue();
  const { projectId } = useProject();
  const look = useLook();
  const { fieldRef, includeJudges, undecidedOnly, pair, itemId } = look;
  const quality = useQuery({
    ...queueQualityQuery(projectId, { queueId: queue.id, fieldRef, includeJudges }),
    placeholderData: keepPreviousData,
  });
  const list = useQuery({
    ...disagreementsQuery(projectId, {
      queueId: queue.id,
      fieldRef,
      raters: pair,
      undecidedOnly,
      includeJudges,
    }),
    placeholderData: keepPreviousData,
  });
  if (itemId && (list.data || list.error))
    return (
      <Adjudication
        itemId={itemId}
        items={list.data?.items ?? []}
        onItem={(id) => look.replace({ item: id })}
        onClose={() => look.replace({ item: null })}
      />
    );
  if (!quality.data && quality.error)
    return <QueryError title="The quality could not be loaded" query={quality} />;
  if (!quality.data || itemId)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the quality" lines={8} />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <div className="min-w-0 flex-1 lg:overflow-y-auto">
        {quality.error ? (
          <QueryErrorBanner title="Could not refresh. Showing the last data." query={quality} />
        ) : null}
        <Agreement quality={quality.data} look={look} />
        <PassagesNote />
      </div>
      <section
        aria-label="Disagreement by question"
        className="flex min-h-0 w-full shrink-0 flex-col border-line max-lg:h-112 max-lg:border-t lg:w-116 lg:border-l"
      >
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
          <h2 className="text-base">Disagreement by question</h2>
          <span className="text-faint text-xs">{list.data ? list.data.totalCount : null}</span>
          <Checkbox
            className="ml-auto text-sm"
            checked={undecidedOnly}
            onCheckedChange={(isOn) => look.replace({ undecided: isOn ? "1" : null })}
            label="Only undecided"
          />
        </div>
        <DisagreementList
          items={list.data?.items}
          error={list.error}
          onRetry={() => void list.refetch()}
          onOpen={(id) => look.push({ item: id })}
          undecidedOnly={undecidedOnly}
        />
      </section>
    </div>
  );
}

type AgreementProps = { quality: QueueQuality; look: ReturnType<typeof useLook> };

function Agreement({ quality, look }: AgreementProps) {
  const { fields, raters, matrix } = quality;
  const queue = useQueue();
  const { projectId } = useProject();
  const asked = useQuery(queueFieldsQuery(projectId, queue.scorerRefs)).data ?? [];
  const field = fields.find(({ ref }) => ref === look.fieldRef) ?? fields[0];
  if (!field) return <NothingToCompare />;
  const nameOf = (id: string) => raters.find((rater) => rater.id === id)?.name ?? id;
  const cell = look.pair ? cellOf(matrix, ...look.pair) : null;
  return (
    <div className="flex flex-col gap-6 p-4 lg:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="w-72 max-w-full">
          <Select
            aria-label="Question"
            value={field.ref}
            onValueChange={(ref) => look.replace({ field: ref, pair: null })}
            options={fields.map(({ ref, name }) => ({ value: ref, label: nameOfField(ref, name) }))}
          />
        </span>
        <Checkbox
          checked={look.includeJudges}
          onCheckedChange={(isOn) => look.replace({ judges: isOn ? null : "0", pair: null })}
          label="Count model judges"
        />
      </div>
      <Versions field={field} />
      {field.pairs === 0 ? <TooFew field={field} /> : <FieldTiles field={field} />}
      <LearningSection fieldRef={field.ref} />
      {raters.length > 1 ? (
        <section aria-label="Pairs of raters" className="flex min-w-0 flex-col gap-2">
          <h2 className="text-base">Who agrees with whom</h2>
          <p className="text-muted text-sm">
            Share of matching answers on the items that both answered. Choose a pair to see their answers.
          </p>
          <RaterMatrix
            raters={raters}
            matrix={matrix}
            chosen={look.pair}
            onChoose={(pair) => look.replace({ pair: pair ? pair.join("~") : null })}
          />
        </section>
      ) : null}
      {look.pair && cell ? (
        <section aria-label="The chosen pair" className="flex min-w-0 flex-col gap-2">
          <h2 className="text-base">
            {nameOf(look.pair[0])} and {nameOf(look.pair[1])}
          </h2>
          <ConfusionMatrix
            cell={cell}
            names={[nameOf(look.pair[0]), nameOf(look.pair[1])]}
            field={asked.find(({ ref }) => ref === field.ref) ?? { ...field, input: null }}
          />
        </section>
      ) : null}
    </div>
  );
}

/** Of passages no agreement is computed, and the page says so. */
function PassagesNote() {
  const queue = useQueue();
  const { projectId } = useProject();
  const asked = useQuery(queueFieldsQuery(projectId, queue.scorerRefs)).data ?? [];
  const names = asked.filter(({ input }) => input.kind === "spans").map(({ name }) => `“${name}”`);
  if (names.length === 0) return null;
  return (
    <p className="px-4 pb-6 text-muted text-sm lg:px-6">
      {names.join(", ")}: there is no α for passages, because people rarely mark the same one by chance. The
      list has the items whose marks differ, and how far they agree.
    </p>
  );
}

/** The service counts versions from 0, people from 1. */
function Versions({ field: { versions } }: { field: FieldAgreement }) {
  const numbers = versions.map((version) => version + 1).toSorted((a, b) => a - b);
  const last = numbers.pop();
  if (last === undefined || numbers.length === 0) return null;
  return (
    <p className="text-muted text-sm">
      This question changed: its versions {numbers.join(", ")} and {last} are compared as one.
    </p>
  );
}

/** The service names the verdict for programs. */
function nameOfField(ref: string, name: string): string {
  return ref === PREFERENCE_TYPE ? "Which is better" : name;
}

function NothingToCompare() {
  return (
    <EmptyState title="Nothing here can be compared">
      Agreement is measured for yes or no, choices and numbers. This queue has no such question; add one in
      its settings.
    </EmptyState>
  );
}

function TooFew({ field }: { field: FieldAgreement }) {
  const queue = useQueue();
  return (
    <EmptyState title={`No item has two answers to “${nameOfField(field.ref, field.name)}” yet`}>
      {queue.annotatorsPerItem === 1
        ? "Each item gets one answer here. In the settings, choose several people for all items or a share of them. Agreement shows once two people have answered the same item."
        : "Agreement shows once two people have answered the same item."}
    </EmptyState>
  );
}

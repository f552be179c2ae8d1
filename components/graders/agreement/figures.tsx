import { EstimateFact, Fact } from "#components/graders/parts/facts.tsx";
import { formatScore } from "#components/graders/parts/format-score.ts";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { GraderConfusion, GraderFigures, GraderMeasurement } from "#lib/contract/evaluation/judges.ts";
import { leftOutWords, nothingWords } from "./left-out-words.ts";

/** What one measurement found. */
export function Figures({ measurement, grader }: { measurement: GraderMeasurement; grader: StoredGrader }) {
  const { figures, createdAt, answeredAfter } = measurement;
  const { n, threshold, swapped } = figures;
  const isPairs = swapped !== null;
  const left = leftOutWords(figures);
  return (
    <section aria-label="Figures" className="flex min-w-0 flex-col gap-5">
      <p className="text-muted text-sm">
        {countOf(n, isPairs ? "pair" : "call")} that both decided, measured <Time value={createdAt} />
        {answeredAfter ? (
          <>
            {" "}
            on answers after <Time value={answeredAfter} />
          </>
        ) : null}
        . {isPairs ? "Yes means that the first answer is better." : yesMeans(grader.grader, figures)} The
        grader says yes from a score of {formatScore(threshold)} on.
        {n > 0 && left.length > 0 ? ` Left out: ${left.join("; ")}.` : ""}
      </p>
      {n > 0 ? (
        <Estimates figures={figures} minKappa={grader.trust.minKappa} />
      ) : (
        <div className="rounded-md bg-warning-tint p-3 text-sm text-warning-ink">
          <p className="font-medium">Nothing could be compared, so there are no figures.</p>
          <p>{nothingWords(figures)}</p>
        </div>
      )}
    </section>
  );
}

function Estimates({ figures, minKappa }: { figures: GraderFigures; minKappa: number }) {
  const { swapped } = figures;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 text-sm sm:grid-cols-3">
        <EstimateFact
          label="Kappa"
          estimate={figures.kappa}
          note={`Trusted if the lower bound is above ${minKappa}`}
        />
        <EstimateFact label="Agreement" estimate={figures.alike} isShare />
        <EstimateFact label="People say yes" estimate={figures.baseRate} isShare note="The base rate" />
        <EstimateFact
          label="True positive rate"
          estimate={figures.truePositiveRate}
          isShare
          note={`Of ${formatCount(figures.truePositiveRate.n)} where people say yes`}
        />
        <EstimateFact
          label="True negative rate"
          estimate={figures.trueNegativeRate}
          isShare
          note={`Of ${formatCount(figures.trueNegativeRate.n)} where people say no`}
        />
        <EstimateFact
          label="Self-consistency"
          estimate={figures.selfConsistency}
          isShare
          note="Asked twice, with another seed"
        />
        <LengthBias figures={figures} isPairs={swapped !== null} />
        {swapped ? (
          <>
            <EstimateFact
              label="Same winner when swapped"
              estimate={swapped.consistent}
              isShare
              note="Asked in both orders"
            />
            <EstimateFact
              label="Position bias"
              estimate={swapped.favoursFirst}
              isShare
              note="50 % favours neither"
            />
          </>
        ) : null}
      </dl>
      <Confusion confusion={figures.confusion} />
    </>
  );
}

function LengthBias({ figures: { lengthBias, n }, isPairs }: { figures: GraderFigures; isPairs: boolean }) {
  if (lengthBias.value === null && n > 0)
    return <Fact label="Length bias" value="–" note="No bias by length was measured" />;
  return (
    <EstimateFact
      label="Length bias"
      estimate={lengthBias}
      note={
        isPairs ? "Above 0 it favours the longer answer" : "Above 0 it says yes too readily to long answers"
      }
    />
  );
}

/** The diagonal is where they agree. */
function Confusion({ confusion }: { confusion: GraderConfusion }) {
  const { bothYes, onlyGrader, onlyPeople, bothNo } = confusion;
  return (
    <table aria-label="Grader against people" className="w-fit border-separate border-spacing-0.5 text-sm">
      <thead>
        <tr>
          <td className="pr-3 text-faint text-xs">People down, grader across</td>
          {["Yes", "No"].map((said) => (
            <th key={said} scope="col" className="px-2 py-1 text-right font-medium text-xs">
              {said}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" className="pr-3 text-left font-medium text-xs">
            Yes
          </th>
          <Cell count={bothYes} isSame />
          <Cell count={onlyPeople} />
        </tr>
        <tr>
          <th scope="row" className="pr-3 text-left font-medium text-xs">
            No
          </th>
          <Cell count={onlyGrader} />
          <Cell count={bothNo} isSame />
        </tr>
      </tbody>
    </table>
  );
}

function Cell({ count, isSame = false }: { count: number; isSame?: boolean }) {
  const tone = isSame
    ? "bg-success-tint text-success-ink"
    : count > 0
      ? "bg-warning-tint text-warning-ink"
      : "bg-sunken text-faint";
  return (
    <td className={`h-9 min-w-16 rounded-sm px-2 text-right tabular-nums ${tone}`}>{formatCount(count)}</td>
  );
}

/** Which labels count as yes, where the grader gives labels: of a question with several, no means any other. */
function yesMeans(grader: Grader, { threshold, yesValues }: GraderFigures): string {
  const labels = yesValues.length > 0 ? yesValues : yesLabels(grader, threshold);
  return labels.length > 0 ? `Yes means ${labels.map((label) => `“${label}”`).join(" or ")}.` : "";
}

function yesLabels(grader: Grader, threshold: number): string[] {
  if (grader.type === "label_model") return [...grader.passingLabels];
  if (grader.type !== "spindle.judge") return [];
  return Object.entries(grader.scores).flatMap(([label, score]) => (score >= threshold ? label : []));
}

import clsx from "clsx";
import { isJudge, type KeptGrader } from "#components/evaluations/kept/kept-graders.ts";
import { standingWords } from "#components/evaluations/kept/standing-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";

type JudgeStandingProps = { kept: KeptGrader | undefined; className?: string };

/** Beside the name of a judge: that nobody knows how far it agrees with people, and where that is measured. Nothing of one that is trusted. */
export function JudgeStanding({ kept, className }: JudgeStandingProps) {
  const { entity, project } = useProject();
  if (!kept || !isJudge(kept.own)) return null;
  const words = standingWords(kept);
  if (words === null) return null;
  return (
    <span className={clsx("block font-normal text-warning-ink text-xs", className)}>
      {kept.stored ? (
        <Link
          href={`${projectHref({ entity, project }, "graders", kept.stored.id)}/agreement`}
          className="rounded-sm underline underline-offset-2"
        >
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  );
}

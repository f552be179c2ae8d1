import { RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "#components/ui/button/button.tsx";

type ErrorBannerProps = {
  /** What could not be done: `The threads could not be loaded`. */
  title: string;
  /** What was wrong, as the server or the browser said it. */
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
};

/** `isPage` where it is all that its page has to say. */
type ErrorStateProps = ErrorBannerProps & { pending?: boolean; isPage?: boolean };

export function ErrorState({ title, detail, onRetry, pending, isPage = false }: ErrorStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 text-center">
      <TriangleAlert aria-hidden="true" className="mb-3 size-5 text-danger-ink" />
      <Heading className="font-semibold text-base">{title}</Heading>
      {detail ? <p className="mt-1 max-w-full break-words text-muted text-sm">{detail}</p> : null}
      {onRetry ? (
        <Button className="mt-4" icon={<RotateCw />} onClick={onRetry} pending={pending ?? false}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

/** One line above content that is still shown, e.g. old rows after a failed refresh. */
export function ErrorBanner({ title, detail, onRetry }: ErrorBannerProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-danger-tint px-4 py-2 text-danger-ink text-sm"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 break-words">
        <strong className="font-medium">{title}</strong>
        {detail ? ` ${detail}` : null}
      </p>
      {onRetry ? (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

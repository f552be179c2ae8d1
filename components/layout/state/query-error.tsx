import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { explainError } from "./explain-error.ts";

type QueryErrorProps = {
  /** What could not be done: `The call could not be loaded`. */
  title: string;
  /** The query that failed. */
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
};

/** Stands where what the query would have given belongs. */
export function QueryError({ title, query }: QueryErrorProps) {
  return (
    <ErrorState
      title={title}
      detail={explainError(query.error)}
      onRetry={() => void query.refetch()}
      pending={query.isFetching}
    />
  );
}

/** As `QueryError`, in one line among other things. */
export function QueryErrorBanner({ title, query }: QueryErrorProps) {
  return (
    <ErrorBanner title={title} detail={explainError(query.error)} onRetry={() => void query.refetch()} />
  );
}

/** What `useMutation` gives, as far as it is needed here. */
type Mutation<Data, Variables> = {
  mutateAsync: (variables: Variables, options?: { onSuccess?: (data: Data) => void }) => Promise<Data>;
};

type After<Data> = {
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
  /** Such as going to what was made: nobody who has left since wants to be taken there. */
  ifStillHere?: (data: Data) => void;
};

const nothing = () => undefined;

/**
 * Starts a mutation and does what follows, also where the component has gone by then: its row left the list, or the person left the page. The
 * callbacks that are handed to `mutate` itself are lost in that case. Without `onError`, the error is for `mutation.error` to say.
 */
export function carryOut<Data, Variables>(
  mutation: Mutation<Data, Variables>,
  variables: Variables,
  { onSuccess = nothing, onError = nothing, onSettled = nothing, ifStillHere = nothing }: After<Data>,
): void {
  void mutation
    .mutateAsync(variables, { onSuccess: ifStillHere })
    .then(onSuccess, onError)
    .finally(onSettled);
}

import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { carryOut } from "./carry-out.ts";

/** A mutation as a component has it, which is there for as long as it listens. */
function aMutation(act: (text: string) => Promise<string>) {
  const client = new QueryClient();
  const observer = new MutationObserver<string, Error, string>(client, { mutationFn: act });
  const leave = observer.subscribe(() => undefined);
  return { leave, mutateAsync: observer.mutate.bind(observer) };
}

function noted() {
  const heard: string[] = [];
  const { promise: settled, resolve: onSettled } = Promise.withResolvers<void>();
  const after = {
    onSuccess: (text: string) => heard.push(`success ${text}`),
    onError: ({ message }: Error) => heard.push(`error ${message}`),
    ifStillHere: (text: string) => heard.push(`here ${text}`),
    onSettled,
  };
  return { heard, settled, after };
}

test("what must follow does so in a component that has gone, and what is only for those who stayed does not", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const gone = aMutation(() => promise);
  const stayed = aMutation(() => promise);
  const [ofGone, ofStayed] = [noted(), noted()];
  carryOut(gone, "a", ofGone.after);
  carryOut(stayed, "b", ofStayed.after);
  gone.leave();
  resolve("done");
  await Promise.all([ofGone.settled, ofStayed.settled]);
  expect(ofGone.heard).toEqual(["success done"]);
  expect(ofStayed.heard).toEqual(["here done", "success done"]);
});

test("a refusal is reported once, also in a component that has gone", async () => {
  const mutation = aMutation(() => Promise.reject(new Error("no")));
  const { heard, settled, after } = noted();
  carryOut(mutation, "a", after);
  mutation.leave();
  await settled;
  expect(heard).toEqual(["error no"]);
});

import { useState } from "react";

/** Whether `is` was ever true: what was shown once stays mounted, so that it can leave with its motion. */
export function useWasEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was;
}

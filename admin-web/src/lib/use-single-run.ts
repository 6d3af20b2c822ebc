import { useRef, useState } from 'react';
import { sentenceOf } from './http.ts';

/**
 * Runs one act at a time; a second call while one runs does nothing. `busy` is the name of the act that runs, `failure`
 * the sentence of the last one that failed.
 */
export const useSingleRun = <Name extends string>() => {
  const [busy, setBusy] = useState<Name | null>(null);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);
  /** @returns whether the act is done; false too when it did not start */
  const run = async (
    name: Name,
    act: () => Promise<unknown>,
    failureOf: (error: unknown) => string = sentenceOf,
  ): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(name);
    setFailure(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      return false;
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };
  return { busy, failure, setFailure, run } as const;
};

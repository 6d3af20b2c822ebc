import { useState } from 'react';

/** The request of a button: presses while it runs do nothing, and a failure has a sentence. */
export const useRequest = (send: () => Promise<void>) => {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const request = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
    } catch {
      setFailure('That did not work. Please try again.');
    }
    setBusy(false);
  };
  return { failure, isBusy, request: () => void request() };
};

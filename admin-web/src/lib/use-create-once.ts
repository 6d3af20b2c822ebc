import { randomKey } from '@satrangi/kit/browser/random-key';
import { useRef } from 'react';

type Options = { readonly headers: Readonly<Record<string, string>> };

/**
 * Sends the request of a form that creates something with an Idempotency-Key, which changes after an answer: a repetition
 * after a lost answer creates nothing more.
 */
export const useCreateOnce = () => {
  const key = useRef<string>(undefined);
  return async <T>(create: (options: Options) => Promise<T>): Promise<T> => {
    key.current ??= randomKey();
    const created = await create({ headers: { 'idempotency-key': key.current } });
    key.current = undefined;
    return created;
  };
};

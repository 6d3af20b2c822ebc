import { useRef, useState } from 'react';

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The given functions as one object that stays the same: each calls the function of the last rendering. */
export const useStable = <F extends Functions>(functions: F): F => {
  const latest = useRef(functions);
  latest.current = functions;
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  );
  // `Object.fromEntries` loses the names
  return stable as F;
};

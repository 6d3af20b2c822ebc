import type { ComponentProps } from 'react';
import { useWait } from './waits.ts';

/** Waits without a place of its own, such as for the code of a page. */
export function SilentWait() {
  useWait();
  return null;
}

/** A sentence in the place of what comes. */
export function Waiting({ children, ...rest }: ComponentProps<'p'>) {
  useWait();
  return (
    <p role="status" {...rest}>
      {children}
    </p>
  );
}

import type { ComponentProps } from 'react';
import { useWait } from './waits.ts';

/** A wait without a placeholder, such as for the code of a page. */
export function SilentWait() {
  useWait();
  return null;
}

/** A loading message. */
export function Waiting({ children, ...rest }: ComponentProps<'p'>) {
  useWait();
  return (
    <p role="status" {...rest}>
      {children}
    </p>
  );
}

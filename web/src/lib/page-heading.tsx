import { type ComponentProps, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

let firstKey: string | undefined;

/** The one h1 of a page. After a navigation focus moves here, so that a screen reader says where it is. */
export function PageHeading({ children, ...rest }: ComponentProps<'h1'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedAt = useRef(key);

  useEffect(() => {
    firstKey ??= arrivedAt.current;
    if (firstKey === arrivedAt.current) return;
    // Someone already at work inside the page is not pulled away.
    const busy = document.activeElement?.closest('main, dialog');
    if (!busy) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} {...rest}>
      {children}
    </h1>
  );
}

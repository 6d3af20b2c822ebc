import { type ComponentProps, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

let firstKey: string | undefined;

/** The only h1 of a page. It takes focus after a navigation, so that screen readers announce the page. */
export function PageHeading({ children, ...rest }: ComponentProps<'h1'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedAt = useRef(key);

  useEffect(() => {
    firstKey ??= arrivedAt.current;
    if (firstKey === arrivedAt.current) return;
    // Focus inside the page is left where it is.
    const busy = document.activeElement?.closest('main, dialog');
    if (!busy) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} {...rest}>
      {children}
    </h1>
  );
}

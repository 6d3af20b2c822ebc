import { type ComponentProps, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './page-heading.module.css';

let firstKey: string | undefined;

/**
 * The only h1 of a page. It takes focus after a navigation, so that screen readers announce the page.
 * @param isDisplay set larger, as the first words of an area
 */
export function PageHeading({
  children,
  className,
  isDisplay,
  ...rest
}: ComponentProps<'h1'> & { isDisplay?: boolean }) {
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
    <h1
      ref={heading}
      tabIndex={-1}
      className={[styles.heading, isDisplay && styles.display, className].filter(Boolean).join(' ')}
      {...rest}
    >
      {children}
    </h1>
  );
}

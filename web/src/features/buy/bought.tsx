import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, checkCircleIcon, Icon, scriptProps } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import { Link } from '../../lib/link.tsx';
import { openPath, verbOf } from '../../lib/progress.ts';
import styles from './bought.module.css';
import { checkoutTexts } from './use-checkout.ts';

/** Paid and in the library: from here it is opened. */
export function Bought({ item }: { item: MediaItem }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className={styles.bought}>
      <p ref={words} className={styles.words} role="status" tabIndex={-1}>
        <Icon shape={checkCircleIcon} size="l" />
        <span>
          <b {...scriptProps(item.title, item.language)}>{item.title}</b> is yours.
        </span>
      </p>
      <p className="muted">{checkoutTexts.success}</p>
      <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={openPath(item)}>
        {verbOf(item)} now
      </Link>
    </div>
  );
}

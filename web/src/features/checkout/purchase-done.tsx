import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, checkCircleIcon, Icon, scriptProps } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { openPath, verbOf } from '../../lib/progress.ts';
import { checkoutTexts } from './checkout-state.ts';
import styles from './purchase-done.module.css';

/** Shown after payment and delivery, with a link to open the title. */
export function PurchaseDone({ item }: { item: MediaItem }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div className={styles.bought}>
      <p ref={message} className={styles.words} role="status" tabIndex={-1}>
        <Icon shape={checkCircleIcon} size="l" />
        <span>
          <b {...scriptProps(item.title, item.language)}>{item.title}</b> is yours.
        </span>
      </p>
      <p className="muted">{checkoutTexts.success}</p>
      <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={openPath(item)}>
        {verbOf(item)} now
      </Link>
      <p className={styles.receipt}>
        <Link to={paths.orders}>See the receipt in your orders</Link>
      </p>
    </div>
  );
}

import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, checkCircleIcon, Icon, scriptProps } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import styles from './bought.module.css';
import { checkoutTexts } from './use-checkout.ts';

/** Paid and in the library: reading starts from here. */
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
      <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={paths.read(item._id)}>
        Read now
      </Link>
    </div>
  );
}

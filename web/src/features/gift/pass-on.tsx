import { normaliseGiftCode, shownGiftCode } from '@satrangi/contracts/pure';
import { CopyLinks } from '../../lib/copy-links.tsx';
import { giftLink } from '../../lib/gift-link.ts';
import styles from './open-gift.module.css';

/** The code of a gift that its reader owns already, to pass on. */
export function PassOn({ code }: { code: string }) {
  const stored = normaliseGiftCode(code);
  return (
    <div className={styles.passOn}>
      <p className={`${styles.code} num`} translate="no">
        {shownGiftCode(stored)}
      </p>
      <CopyLinks url={giftLink(stored)} plainUrl={undefined} />
    </div>
  );
}

import { OpenGift } from '../features/gift/open-gift.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useFragment } from '../lib/use-fragment.ts';
import styles from './receipt-check-page.module.css';

/** `/gift`, with `#code={code}` from a mail or a card. */
export function GiftPage() {
  const code = useFragment('code');
  return (
    <>
      <PageHead title="Open a gift" />
      <div className={`wrap ${styles.page}`}>
        <PageHeading>Open a gift</PageHeading>
        <p className={styles.lede}>Somebody chose something for you. With the code it is yours.</p>
        <OpenGift key={code ?? ''} linked={code} />
      </div>
    </>
  );
}

import { PageHeading } from '../../lib/page-heading.tsx';
import { useSession } from '../../lib/session.ts';
import { GiftCodeForm } from './gift-code-form.tsx';
import { GiftStage } from './gift-stage.tsx';
import styles from './open-gift.module.css';
import { Parcel } from './parcel.tsx';
import { useGift } from './use-gift.ts';

/** Shows what a gift code holds, and redeems it. A login is needed for the second only, and comes back here. */
export function OpenGift({ linked }: { linked: string | undefined }) {
  const isReader = useSession() !== null;
  const { revealed, form } = useGift(linked);
  // what was revealed is the larger heading
  const heading = (
    <PageHeading isDisplay className={revealed ? 'vh' : undefined}>
      Open a gift
    </PageHeading>
  );
  return (
    <div className={`wrap ${styles.page}`}>
      {revealed ? (
        <revealed.View {...revealed} heading={heading} form={form} isReader={isReader} />
      ) : (
        <>
          <div className={styles.words}>
            {heading}
            <p className={styles.lede}>Somebody chose something for you. With the code it is yours.</p>
            <GiftCodeForm gift={form} isReader={isReader} />
          </div>
          <GiftStage isOpen={false} art={<Parcel />} />
        </>
      )}
    </div>
  );
}

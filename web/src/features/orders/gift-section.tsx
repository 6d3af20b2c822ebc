import type { Order } from '@satrangi/contracts';
import { CopyLinks } from '../../lib/copy-links.tsx';
import { giftLink } from '../../lib/gift-link.ts';
import styles from './gift-section.module.css';

type Gift = NonNullable<Order['gift']>;

const mailTexts: Readonly<Record<Gift['mail'], string>> = {
  none: 'Pass it on as you like: on a card, by message, or in person.',
  waiting: 'A mail with the code is on its way to the address you gave. We forget the address then.',
  sent: 'We have sent the code to the address you gave, and forgotten the address.',
  'not-sent': 'We could not send the mail, so please pass the code on yourself.',
};

/** The code of a gift that nobody has opened, and ways to pass it on. The link says nothing about the title. */
export function GiftSection({ code, mail }: { code: string; mail: Gift['mail'] }) {
  return (
    <section className={styles.gift} aria-labelledby="gift">
      <h2 id="gift">The code</h2>
      <p className={`${styles.code} num`} translate="no">
        {code}
      </p>
      <p>{mailTexts[mail]}</p>
      <CopyLinks url={giftLink(code)} plainUrl={undefined} />
      <p className="small muted">
        The link names neither the title nor you. Whoever has it can see what the gift is, and opens it with
        an account. You will see here that it was opened, but not by whom.
      </p>
    </section>
  );
}

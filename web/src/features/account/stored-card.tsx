import type { StoredCard as Card } from '@satrangi/contracts';
import { Button, Dialog, ErrorNote, Failure, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { brandName, CardName } from '../../lib/payments/card-name.tsx';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import styles from './profile-form.module.css';

/** `12/34`. */
const validUntil = ({ expMonth, expYear }: Card): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;

function RemoveDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await api.payments.removeStoredCard();
      onClose();
      client.setQueryData(paymentsQueries.storedCard().queryKey, null);
      showToast('The card is removed.');
    } catch {
      setFailure('The card was not removed. Try again.');
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Remove this card">
      <div className={styles.loss}>
        <p>
          The payment provider deletes <CardName card={card} />. What you bought stays yours, and you can keep
          a card again with your next purchase.
        </p>
        <Failure>{failure}</Failure>
      </div>
      <div className={styles.pair}>
        <Button onClick={onClose} size="l">
          Keep the card
        </Button>
        <Button
          tone="danger"
          size="l"
          className={styles.danger}
          aria-disabled={isBusy}
          onClick={() => void remove()}
        >
          {isBusy ? 'Removing…' : 'Remove'}
        </Button>
      </div>
    </Dialog>
  );
}

/** The card that pays by one press, and its removal; absent while none is stored. */
export function StoredCard() {
  const stored = useQuery(paymentsQueries.storedCard());
  const [isRemoving, setRemoving] = useState(false);
  const card = stored.data;
  if (!card && !stored.isError) return null;
  return (
    <section aria-label="Card for one press">
      <h3>Card for one press</h3>
      {card ? (
        <>
          <p>
            <b>
              {brandName(card.brand)} ending in {card.last4}, valid until {validUntil(card)}
            </b>
          </p>
          <p className="small muted">
            The payment provider keeps it, not us. It pays only when you press “Buy now” on the page of a
            title.
          </p>
          <Button aria-haspopup="dialog" onClick={() => setRemoving(true)}>
            Remove this card
          </Button>
        </>
      ) : (
        <ErrorNote onRetry={stored.refetch}>Could not load your card.</ErrorNote>
      )}
      {card && isRemoving && <RemoveDialog card={card} onClose={() => setRemoving(false)} />}
    </section>
  );
}

import type { MediaItem } from '@satrangi/contracts';
import { formatMoney, type Money } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { identityQueries } from '../../lib/identity-queries.ts';
import { CardName } from '../../lib/payments/card-name.tsx';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import type { OnePress } from './checkout-state.ts';
import styles from './one-press.module.css';
import { displayedAmount } from './purchase.ts';

const FRESH_MS = 400;

export type ButtonsProps = {
  readonly onePress: OnePress;
  readonly amount: Money;
  readonly isPressed: boolean;
  readonly onPress: () => void;
  readonly onOther: () => void;
};

/** The button that pays at once with the stored card, with price and card in its name, and beside it the usual way. */
function OnePressButtons({ onePress, amount, isPressed, onPress, onOther }: ButtonsProps) {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setFresh, FRESH_MS, false);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.row} data-one-press data-fresh={isFresh || undefined}>
      <Button
        tone="primary"
        size="l"
        className={styles.pay}
        aria-disabled={isPressed}
        onClick={() => {
          if (!isPressed) onPress();
        }}
      >
        <span>Buy now for {formatMoney(amount)}</span>{' '}
        <span className={styles.card}>
          <CardName card={onePress.card} />
        </span>
      </Button>
      <Button size="l" className={styles.other} onClick={onOther}>
        Pay another way
      </Button>
    </div>
  );
}

/** A purchase that one press can start, whose it is, and its buttons, whose code is here. */
export type OnePressOffer = {
  readonly reader: string;
  readonly onePress: OnePress;
  readonly amount: Money;
  readonly Buttons: typeof OnePressButtons;
};

/** Asks for the stored card of a reader, where the country pays by Stripe. @returns undefined while one press cannot pay */
const useOffer = (item: MediaItem, reader: string, country: string): OnePressOffer | undefined => {
  const options = useQuery(paymentsQueries.options(country)).data;
  const card = useQuery({ ...paymentsQueries.storedCard(), enabled: options?.provider === 'stripe' }).data;
  const profile = useQuery({ ...identityQueries.profile(), enabled: Boolean(card) }).data;
  const amount = options && displayedAmount(item, options.currency);
  if (options?.provider !== 'stripe' || !card || !amount || !profile?.name || !profile.email)
    return undefined;
  const buyer = { name: profile.name, email: profile.email, contact: profile.phone ?? '' };
  return {
    reader,
    amount,
    onePress: { card, attempt: { buyer, country, options } },
    Buttons: OnePressButtons,
  };
};

/** The usual button keeps its place while it has the focus: what was heard there is what a press does. */
const onceUnfocused = (show: () => void): (() => void) => {
  const focused = document.activeElement?.closest('[data-buy]');
  if (!focused) show();
  focused?.addEventListener('blur', show, { once: true });
  return () => focused?.removeEventListener('blur', show);
};

/** Renders nothing; reports the purchase that one press can start, and when it no longer can. */
export function FindOnePress({
  item,
  reader,
  country,
  onOffer,
}: {
  item: MediaItem;
  reader: string;
  country: string;
  onOffer: (offer: OnePressOffer | undefined) => void;
}) {
  const offer = useOffer(item, reader, country);
  const key = JSON.stringify(offer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal offers are one offer
  useEffect(() => {
    if (offer) return onceUnfocused(() => onOffer(offer));
    onOffer(undefined);
    return undefined;
  }, [key, onOffer]);
  return null;
}

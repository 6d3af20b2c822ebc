import { Button } from '@satrangi/kit';
import { lazy, Suspense, useCallback, useState } from 'react';
import { HOME_COUNTRY, useCountry } from '../../lib/visitor-country.ts';
import { AmountChoice } from './amount-choice.tsx';
import { amounts, symbols } from './contribution.ts';
import styles from './give-card.module.css';

const ContributionDialog = lazy(async () => ({
  default: (await import('./contribution-dialog.tsx')).ContributionDialog,
}));

/** What each preset amount pays for, in the order of the presets. */
const purposes = [
  'keeps one recording safe.',
  'transcribes one conversation.',
  'sends someone out to listen.',
];

/** Chooses an amount and opens the contribution dialog. */
export function GiveCard() {
  const country = useCountry();
  const currency = (country ?? HOME_COUNTRY) === HOME_COUNTRY ? 'INR' : 'USD';
  const [chosen, setChosen] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [isGiven, setGiven] = useState(false);
  const all: readonly string[] = amounts[currency].all;
  const amount = chosen ?? amounts[currency].first;
  const close = useCallback((isContributed: boolean): void => {
    setOpen(false);
    if (isContributed) setGiven(true);
  }, []);
  return (
    <div className={styles.card}>
      <div style={country ? undefined : { visibility: 'hidden' }}>
        <AmountChoice key={currency} currency={currency} chosen={amount} onChoose={setChosen} />
      </div>
      <p className={styles.does}>
        {symbols[currency]}
        {amount} {purposes[all.indexOf(amount)]}
      </p>
      <Button tone="primary" size="l" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Contribute
      </Button>
      <p className={styles.given} role="status">
        {isGiven && 'Received, thank you. Your receipt is on its way by email.'}
      </p>
      {isOpen && (
        <Suspense>
          <ContributionDialog amount={amount} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

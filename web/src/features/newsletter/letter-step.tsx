import { Button, buttonLook, Failure } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { letterSteps, type Outcome, refusedOutcome, stepFailure } from './letter-steps.ts';
import styles from './newsletter.module.css';
import { SubscribeForm } from './subscribe-form.tsx';
import type { LetterLink } from './use-letter-link.ts';

/** What comes after an outcome: a new request, a way back, or the library. */
function Next({ purpose, outcome }: { purpose: LetterLink['purpose']; outcome: Outcome }) {
  const [isMistake, setMistake] = useState(false);
  if (purpose === 'confirm' && outcome === 'done')
    return (
      <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={paths.ebooks}>
        Browse the library
      </Link>
    );
  if (purpose === 'confirm' || isMistake) return <SubscribeForm focus={isMistake} />;
  if (outcome !== 'done') return null;
  return (
    <Button size="l" onClick={() => setMistake(true)}>
      That was a mistake
    </Button>
  );
}

/** Requires the button before the link of a mail has its effect, and shows the outcome. */
export function LetterStep({ link: { purpose, token } }: { link: LetterLink }) {
  const container = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? 'invalid' : undefined);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { title, question, action, busy: busyText, send, outcomes } = letterSteps[purpose];
  useEffect(() => {
    if (outcome) container.current?.querySelector('h1')?.focus();
  }, [outcome]);

  const press = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(token);
      setOutcome('done');
    } catch (error) {
      const refused = refusedOutcome(error);
      if (refused) setOutcome(refused);
      else setFailure(stepFailure(error, purpose));
      setBusy(false);
    }
  };

  if (outcome) {
    const [heading, text] = outcomes[outcome];
    return (
      <div ref={container} className={styles.step}>
        <PageHeading>{heading}</PageHeading>
        <p role="status">{text}</p>
        <Next purpose={purpose} outcome={outcome} />
      </div>
    );
  }
  return (
    <div className={styles.step}>
      <PageHeading>{title}</PageHeading>
      <p>{question}</p>
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" onClick={() => void press()} aria-disabled={busy}>
        {busy ? busyText : action}
      </Button>
    </div>
  );
}

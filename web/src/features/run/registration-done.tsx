import { Button, buttonLook, checkCircleIcon, Icon } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { useEffect, useRef } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { type RunEvent, runLivePrefixes } from '../../lib/run-queries.ts';
import { ShareRunPage } from '../../lib/share-run-page.tsx';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import { calendarFile } from './calendar-file.ts';
import styles from './registration.module.css';
import type { RegistrationState } from './registration.ts';
import { flowTexts, type RegistrationFlow } from './registration-flow.ts';

/** Live messages stop in a suspended tab, so a payment that is verified late is also polled. */
const CHECK_EVERY_MS = 10_000;

/** Focuses the heading of an outcome, for screen readers and the keyboard. */
const useFocusedHeading = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
};

type DoneState = Extract<RegistrationState, { step: 'done' }>;

/** The outcome: the runner's page, links to share and a calendar entry. */
export function Registered({
  state,
  flow,
  event,
}: {
  state: DoneState;
  flow: RegistrationFlow;
  event: RunEvent;
}) {
  const heading = useFocusedHeading();
  const { slug, isPaid, attempt, paymentId } = state;
  const refresh = (): void => {
    if (!isPaid) void flow.check(attempt, paymentId);
  };
  useLiveReload(runLivePrefixes, refresh);
  useEffect(() => {
    if (isPaid) return;
    const timer = setInterval(() => void flow.check(attempt, paymentId), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPaid, flow, attempt, paymentId]);
  const path = paths.runPage(slug);
  const addToCalendar = (): void => {
    const text = calendarFile(event.endsAt, `${crypto.randomUUID()}@calendar`, new Date());
    saveFile(new Blob([text], { type: 'text/calendar' }), 'reminder.ics');
  };
  return (
    <div className={styles.done}>
      <Icon shape={checkCircleIcon} size="l" />
      <h3 ref={heading} tabIndex={-1}>
        You are in.
      </h3>
      <p role="status">
        {isPaid
          ? 'Registration saved. We have sent you a private link to change your page.'
          : 'Registration saved. Your page opens as soon as the bank has confirmed the payment, usually within a minute. You can close this page.'}
      </p>
      <p className={styles.address}>
        <span>Your fundraising page</span>
        {isPaid ? <Link to={path}>{path}</Link> : <span>{path}</span>}
      </p>
      <ShareRunPage slug={slug} />
      <div className={styles.ways}>
        {isPaid && (
          <Link {...buttonLook({ tone: 'primary' })} to={path}>
            See my page
          </Link>
        )}
        <Button onClick={addToCalendar}>Add to calendar</Button>
      </div>
      <p className="muted small">The calendar entry does not say what it is for.</p>
    </div>
  );
}

/** Paid, and the server did not take the registration. */
export function Unsaved({ onRetry }: { onRetry: () => void }) {
  const heading = useFocusedHeading();
  return (
    <div className={styles.done}>
      <h3 ref={heading} tabIndex={-1}>
        {flowTexts.notSaved}
      </h3>
      <p role="alert">{flowTexts.safe}</p>
      <Button tone="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

import type { OwnRunPage } from '@satrangi/contracts';
import { ApiError, kolkataDay, runTexts } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { useState } from 'react';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';

/** Adds the kilometres of a day. */
export function KmForm({
  page,
  calls,
  onLogged,
}: {
  page: OwnRunPage;
  calls: EditCalls;
  onLogged: (page: OwnRunPage) => void;
}) {
  const [isLogged, setLogged] = useState(false);
  // a repeated request after a lost answer counts once
  const [entryId, setEntryId] = useState(() => crypto.randomUUID());
  const { form, field, set, busy, failure } = useForm({
    initial: { km: '', date: kolkataDay(new Date()) },
    check: ({ km, date }) => ({
      km: Number(km) > 0 ? undefined : runTexts.distanceInvalid,
      date: date === '' ? 'Choose a day' : undefined,
    }),
    submit: async ({ km, date }) => {
      setLogged(false);
      const saved = await calls.logKm({ km: Number(km), date, entryId });
      setEntryId(crypto.randomUUID());
      set({ km: '' });
      setLogged(true);
      onLogged(saved);
    },
    failureOf: (error) =>
      error instanceof ApiError && error.status < 500
        ? error.message
        : 'That could not be saved. Please try again.',
  });
  return (
    <section className={styles.panel} aria-labelledby="km-h">
      <h2 id="km-h">Kilometres</h2>
      <p>
        <b className="num">{Math.round(page.km * 10) / 10} km</b> so far.
      </p>
      <form className={styles.form} aria-label="Kilometres" onInput={() => setLogged(false)} {...form}>
        <Field
          label="Distance in km"
          type="number"
          inputMode="decimal"
          min={0.1}
          step={0.1}
          {...field('km')}
        />
        <Field label="Day" type="date" {...field('date')} />
        <Failure>{failure}</Failure>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Add'}
        </Button>
        <p className={styles.saved} role="status">
          {isLogged && 'Added.'}
        </p>
      </form>
    </section>
  );
}

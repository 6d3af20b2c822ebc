import type { runTexts } from '@satrangi/contracts/texts/run';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { isNotFound } from '../../lib/query-client.ts';
import { runDay } from '../../lib/run-dates.ts';
import { rupees } from '../../lib/rupees.ts';
import { textProps } from '../../lib/use-texts.ts';
import styles from './run-below-fold.module.css';

type Entry = Awaited<ReturnType<(typeof api)['virtual-run']['getLedgerProof']>>['entries'][number];

/** What a line of the ledger says, for instance `₹500 arrived on Nov 20, 2026.` */
const lineOf = ({ day, leaf: { minor, state } }: Entry): string =>
  `${rupees(Math.abs(minor) / 100)} ${state === 'paid' ? 'arrived' : 'went back'} on ${runDay(`${day}T12:00:00+05:30`)}.`;

/** The public ledger, and a search for the own gift (checklist BEY-02). */
export function GiftLedger({ texts }: { texts: Readonly<Record<keyof typeof runTexts, string>> }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const { form, field, busy, failure } = useForm({
    initial: { receipt: '' },
    check: ({ receipt }) => ({
      receipt: receipt.trim() === '' ? 'Please enter the number of your receipt.' : undefined,
    }),
    submit: async ({ receipt }) => {
      setEntries([]);
      setEntries((await api['virtual-run'].getLedgerProof({ query: { receipt } })).entries);
    },
    failureOf: (error) =>
      isNotFound(error)
        ? 'No gift to a page of the run has this receipt. A new one can take a minute.'
        : 'That did not work. Please try again.',
  });
  const sentence = texts['run.ledger'];
  return (
    <section className={styles.block} aria-labelledby="ledger-h">
      <h2 id="ledger-h">Count with us</h2>
      <div className={styles.ledger}>
        <p className={styles.mission} {...textProps(sentence)}>
          {sentence}
        </p>
        <form aria-label="Find your gift" {...form}>
          <Field label="Number of your receipt" autoComplete="off" {...field('receipt')} />
          <Button type="submit" aria-disabled={busy}>
            {busy ? 'One moment…' : 'Find my gift'}
          </Button>
        </form>
        <Failure>{failure}</Failure>
        <div role="status">
          {entries.map((entry) => (
            <p key={entry.leaf.id}>{lineOf(entry)}</p>
          ))}
        </div>
        <details>
          <summary data-chevron="">Check everything yourself</summary>
          <p>
            <a href="/api/virtual-run/ledger">The list</a> has a sum and a root for each day; the gifts of a
            day are at <code>/api/virtual-run/ledger/days/2026-11-20</code>. The hash of a gift is the SHA-256
            of <code>leaf:id:paise:state</code>. Two hashes become that of <code>node:left:right</code>, and a
            last one alone moves up, until one is left: the root. The sums of all days are what the pages
            raised.
          </p>
        </details>
      </div>
    </section>
  );
}

import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import styles from './orders.module.css';
import { claimText, orderFailure, refetchOrders } from './orders.ts';

/** Help for a buyer whose paid title is missing: the server checks the order with the provider again. */
export function ClaimForm() {
  const client = useQueryClient();
  const [result, setResult] = useState<string>();
  const { form, field, failure, busy } = useForm({
    initial: { orderId: '' },
    check: ({ orderId }) => ({
      orderId: /^[A-Za-z0-9_-]{1,80}$/.test(orderId.trim()) ? undefined : 'That order is not known',
    }),
    submit: async ({ orderId }) => {
      setResult(undefined);
      const order = await api.payments.claimOrder({ body: { orderId: orderId.trim() } });
      setResult(claimText(order));
      await Promise.all([refetchOrders(client), client.invalidateQueries({ queryKey: ['library'] })]);
    },
    failureOf: orderFailure('Payment confirmation failed.'),
  });
  return (
    <details className={styles.claim}>
      <summary data-chevron="">Paid, but it's not in your library?</summary>
      <form className={styles.form} aria-label="Paid, but it's not in your library" {...form}>
        <p className="small muted">
          Enter the order number from your receipt or the payment number from your bank app. We'll check with
          the payment provider and add what you paid for.
        </p>
        <Field
          label="Order number"
          placeholder="ST-10482K"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...field('orderId')}
        />
        <Failure>{failure}</Failure>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Checking…' : 'Find my payment'}
        </Button>
        <p role="status">{result}</p>
      </form>
    </details>
  );
}

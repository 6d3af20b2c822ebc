import type { OrderId } from '@satrangi/contracts';
import { Button, Checkbox, checkCircleIcon, Failure, Field, Icon, TextArea, useForm } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import styles from './run-page.module.css';

const MESSAGE_MAX = 500;

/**
 * After a gift: thanks, and the words that the page shows beside it. Without them the gift is anonymous.
 * @param onDone closes the dialog
 */
export function GiftWords({ orderId, onDone }: { orderId: OrderId; onDone: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null);
  const [isSent, setSent] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus goes when the words are sent
  useEffect(() => heading.current?.focus(), [isSent]);
  const { form, field, values, set, busy, failure } = useForm({
    initial: { name: '', message: '', isAnonymous: 'yes', hidesAmount: '' },
    check: ({ name, isAnonymous }) => ({
      name: !isAnonymous && name.trim() === '' ? 'Name required' : undefined,
    }),
    submit: async ({ name, message, isAnonymous, hidesAmount }) => {
      await api['virtual-run'].giftWords({
        params: { orderId },
        body: {
          name: isAnonymous ? '' : name.trim(),
          message: message.trim(),
          isAnonymous: isAnonymous !== '',
          showAmount: hidesAmount === '',
        },
      });
      setSent(true);
    },
    failureOf: () => 'Your gift arrived. Your words could not be saved. Please try again.',
  });
  const check = (name: 'isAnonymous' | 'hidesAmount', label: string) => (
    <Checkbox
      label={label}
      name={name}
      checked={values[name] !== ''}
      onChange={({ target }) => set({ [name]: target.checked ? 'yes' : '' })}
    />
  );
  return (
    <form className={styles.words} aria-label="Words for the page" {...form}>
      <p ref={heading} className={styles.thanks} role="status" tabIndex={-1}>
        <Icon shape={checkCircleIcon} size="l" />
        {isSent ? 'Your words are on the page.' : 'Thank you for your Contribution!'}
      </p>
      {!isSent && (
        <>
          <p>Would you like to leave a word on the page? You do not have to.</p>
          {check('isAnonymous', 'Do not show my name')}
          {!values.isAnonymous && <Field label="Name on the page" maxLength={60} {...field('name')} />}
          {check('hidesAmount', 'Do not show the amount')}
          <TextArea
            label="Message (optional)"
            maxLength={MESSAGE_MAX}
            hint={`Everybody who opens the page can read it. ${values.message.length}/${MESSAGE_MAX}`}
            {...field('message')}
          />
          <Failure>{failure}</Failure>
        </>
      )}
      <div className={styles.acts}>
        {!isSent && (
          <Button tone="primary" type="submit" aria-disabled={busy}>
            {busy ? 'One moment…' : 'Put it on the page'}
          </Button>
        )}
        <Button onClick={onDone}>{isSent ? 'Close' : 'No, thank you'}</Button>
      </div>
    </form>
  );
}

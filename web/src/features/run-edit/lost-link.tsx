import { runTexts } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { useState } from 'react';
import { site } from '../../lib/site.ts';
import { sendLinkOf } from './edit-calls.ts';
import { slugOf } from './page-address.ts';
import styles from './run-edit.module.css';

const mail = <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>;

/** Mails the private link to the runner of a page. The answer is the same for known and unknown pages. */
export function LostLink() {
  const [message, setMessage] = useState('');
  const { form, field, busy, failure } = useForm({
    initial: { address: '' },
    check: ({ address }) => ({
      address: slugOf(address) === undefined ? runTexts.linkInvalid : undefined,
    }),
    submit: async ({ address }) => {
      setMessage('');
      setMessage(await sendLinkOf(slugOf(address) ?? ''));
    },
    failureOf: () => 'That did not work. Please try again.',
  });
  return (
    <section className={styles.panel} aria-labelledby="lost-h">
      <h2 id="lost-h">Send me a new link</h2>
      <p>
        Paste the address of your page, as you shared it. The link goes to the email of your registration.
      </p>
      <form className={styles.form} aria-label="Send me a new link" {...form}>
        <Field
          label="Address of your page"
          autoComplete="off"
          inputMode="url"
          placeholder={`${location.host}/run/f/…`}
          {...field('address')}
        />
        <Failure>{failure}</Failure>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Sending…' : 'Send me a new link'}
        </Button>
        <p className={styles.saved} role="status">
          {message}
        </p>
      </form>
      <p>If it is lost, write to us: {mail}</p>
    </section>
  );
}

import { isEmail, newsletterTexts } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { failureText } from './failure-text.ts';
import styles from './newsletter.module.css';

/** The server's message after a request. It is the same for every address. */
function Requested({ message, onAgain }: { message: string; onAgain: () => void }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className={styles.form}>
      <p ref={note} className={styles.done} role="status" tabIndex={-1}>
        {message}
      </p>
      <Button onClick={onAgain}>Use another address</Button>
    </div>
  );
}

const HINT = 'We send one mail with a link first. Nothing else comes until you confirm.';

/**
 * Subscribes one address to the newsletter. `focus` moves the focus to the field. `compact` has the button beside the
 * field where there is room, and a message in the place of the hint.
 */
export function SubscribeForm({ focus = false, compact = false }: { focus?: boolean; compact?: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string>();
  const [isFocused, setFocused] = useState(focus);
  useEffect(() => {
    if (isFocused) container.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const { form, field, failure, errors, busy, set } = useForm({
    initial: { email: '', website: '' },
    check: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : newsletterTexts.emailInvalid }),
    submit: async ({ email, website }) => {
      const answer = await api.cms.subscribe({ body: { email: email.trim(), website } });
      set({ email: '' });
      setFocused(false);
      setMessage(answer.message);
    },
    failureOf: (error) => failureText(error, 'Subscription failed. Please try again later.'),
  });
  const again = (): void => {
    setMessage(undefined);
    setFocused(true);
  };
  if (message) return <Requested message={message} onAgain={again} />;
  return (
    <div ref={container}>
      <form className={styles.form} data-compact={compact || undefined} aria-label="Newsletter" {...form}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint={compact && (failure || errors.email) ? undefined : HINT}
          {...field('email')}
        />
        {/* People do not see this field; programs that fill in every field do. */}
        <div className={styles.trap} aria-hidden="true">
          <Field label="Website" tabIndex={-1} autoComplete="off" {...field('website')} />
        </div>
        <Failure>{failure}</Failure>
        <div className={styles.send}>
          <Button tone="primary" size={compact ? 'm' : 'l'} wide type="submit" aria-disabled={busy}>
            {busy ? 'Subscribing…' : 'Subscribe'}
          </Button>
        </div>
      </form>
    </div>
  );
}

import { ApiError, normaliseGiftCode, shownGiftCode } from '@satrangi/contracts/pure';
import { Button, buttonLook, Failure, Field, scriptProps, useForm } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { openPath, verbOf } from '../../lib/progress.ts';
import { useSession } from '../../lib/session.ts';
import styles from './open-gift.module.css';
import { tabCode } from './tab-code.ts';

type Opened = Awaited<ReturnType<typeof api.payments.redeemGift>>;

const MISSING = 'Enter the code that you were given';
const FAILED = 'We could not open it just now. Your code stays valid: please try again.';

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? error.message : FAILED;

function Yours({ items }: Opened) {
  const message = useRef<HTMLHeadingElement>(null);
  useEffect(() => message.current?.focus(), []);
  const [first] = items;
  return (
    <section className={styles.yours} aria-labelledby="yours">
      <h2 id="yours" ref={message} tabIndex={-1}>
        It’s yours
      </h2>
      <ul>
        {items.map(({ media, mediaType, format, title, creator }) => (
          <li key={`${media} ${format}`}>
            <Link to={paths.media(mediaType, media)}>
              <bdi {...scriptProps(title)}>{title}</bdi>
            </Link>
            {creator && <bdi className="muted">{creator}</bdi>}
          </li>
        ))}
      </ul>
      <p className="muted">
        It is in your library, on every device where you log in. Nobody is told who opened it.
      </p>
      <div className={styles.ways}>
        {first && (
          <Link
            {...buttonLook({ tone: 'primary' })}
            to={openPath({ _id: first.media, mediaType: first.mediaType })}
          >
            {verbOf(first)} now
          </Link>
        )}
        <Link {...buttonLook()} to={paths.library}>
          My Library
        </Link>
      </div>
    </section>
  );
}

/** Redeems a gift code: of the link, of this tab, or typed. A login is needed, and comes back here. */
export function OpenGift({ linked }: { linked: string | undefined }) {
  const session = useSession();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const first = linked ?? tabCode.read();
  useEffect(() => {
    if (linked) tabCode.write(linked);
  }, [linked]);
  const { form, field, failure, busy } = useForm({
    initial: { code: first && shownGiftCode(normaliseGiftCode(first)) },
    check: ({ code }) => ({ code: code.trim() === '' ? MISSING : undefined }),
    submit: async ({ code }) => {
      const answer = await api.payments.redeemGift({ body: { code } });
      tabCode.write('');
      setOpened(answer);
      await client.invalidateQueries({ queryKey: ['library'] });
    },
    failureOf,
  });
  if (opened) return <Yours {...opened} />;
  if (!session)
    return (
      <div className={styles.form}>
        <p>
          To open it you need an account, so that it stays yours. {first && 'Your code is kept in this tab.'}
        </p>
        <div className={styles.ways}>
          <Link {...buttonLook({ tone: 'primary' })} to={paths.loginThen(paths.gift)}>
            Log in
          </Link>
          <Link {...buttonLook()} to={`${paths.register}?${new URLSearchParams({ next: paths.gift })}`}>
            Create an account
          </Link>
        </div>
      </div>
    );
  return (
    <form className={styles.form} aria-label="Gift code" {...form}>
      <Field
        label="Your code"
        hint="Four groups of four letters and digits. Small letters and spaces are fine."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...field('code')}
      />
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" type="submit" aria-disabled={busy}>
        {busy ? 'One moment…' : 'Open it'}
      </Button>
    </form>
  );
}

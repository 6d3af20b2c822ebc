import { Button, buttonLook, Failure, hiddenIcon, Icon } from '@satrangi/kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import { openPath, verbOf } from '../../lib/progress.ts';
import { GiftCovers } from './gift-covers.tsx';
import type { GiftForm, RevealedProps } from './gift-form.ts';
import type { GiftItem } from './gift-item.ts';
import { GiftStage } from './gift-stage.tsx';
import { GiftTitles } from './gift-titles.tsx';
import styles from './open-gift.module.css';
import { OpenPaper } from './open-paper.tsx';
import { PassOn } from './pass-on.tsx';

type Titles = { readonly items: readonly GiftItem[] };

/** Takes the focus when it appears, so that screen readers read what was revealed, and shows it with its covers. */
function Revealed({ look, children }: { look: 'shown' | 'yours'; children: ReactNode }) {
  const message = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    message.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={message} tabIndex={-1} data-look={look}>
      {children}
    </h2>
  );
}

function Shown({ items, gift, isReader }: Titles & { gift: GiftForm; isReader: boolean }) {
  const { form, failure, busy, press, owned, cover } = gift;
  return (
    <form className={styles.shown} aria-label="Your gift" {...form}>
      <Revealed look="shown">Somebody chose this for you</Revealed>
      <GiftTitles items={items} />
      <Failure>{failure}</Failure>
      {owned && <PassOn code={owned} />}
      {isReader ? (
        <div className={styles.ways}>
          <Button tone="primary" size="l" type="submit" aria-disabled={busy !== null} onClick={press('open')}>
            {busy ? 'One moment…' : 'Open it'}
          </Button>
        </div>
      ) : (
        <>
          <p>It is yours when you log in. Your code is kept in this tab.</p>
          <div className={styles.ways}>
            <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={paths.loginThen(paths.gift)}>
              Log in
            </Link>
            <Link {...buttonLook({ size: 'l' })} to={withQuery(paths.register, { next: paths.gift })}>
              Create an account
            </Link>
          </div>
        </>
      )}
      <Button tone="quiet" size="s" className={styles.cover} onClick={cover}>
        <Icon shape={hiddenIcon} size="s" />
        Cover it again
      </Button>
    </form>
  );
}

function Yours({ items }: Titles) {
  const [first] = items;
  return (
    <section className={styles.shown} aria-label="Your gift">
      <Revealed look="yours">It’s yours</Revealed>
      <GiftTitles items={items} isLinked />
      <div className={styles.ways}>
        {first && (
          <Link
            {...buttonLook({ tone: 'primary', size: 'l' })}
            to={openPath({ _id: first.media, mediaType: first.mediaType })}
          >
            {verbOf(first)} now
          </Link>
        )}
        <Link {...buttonLook({ size: 'l' })} to={paths.library}>
          My Library
        </Link>
      </div>
      <p className="small muted">
        It is in your library, on every device where you log in. Nobody is told who opened it.
      </p>
    </section>
  );
}

/** A gift that is no longer covered: its titles, what can be done with it, and its covers. */
export function RevealedGift({ items, isYours, heading, form, isReader }: RevealedProps) {
  return (
    <>
      <div className={styles.words}>
        {heading}
        {isYours ? <Yours items={items} /> : <Shown items={items} gift={form} isReader={isReader} />}
      </div>
      <GiftStage isOpen art={<OpenPaper hasConfetti={isYours} />}>
        <GiftCovers items={items} />
      </GiftStage>
    </>
  );
}

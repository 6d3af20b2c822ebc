import { chatIcon, Icon } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePreferences } from '../../lib/preferences.ts';
import { useSession } from '../../lib/session.ts';
import { site } from '../../lib/site.ts';
import { CHAT_OPEN_KEY, safeStorage } from '../../lib/store.ts';
import styles from './chat-launcher.module.css';

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }));

/** Pages on which nothing may cover the way to pay, and the back office. */
const WITHOUT_CHAT = /^\/(payment|payment-success|stripe-checkout|admin)(\/|$)/;

/** The button of the chat, on every page but those to pay on. The panel loads when it is opened. */
export function ChatLauncher() {
  const { pathname } = useLocation();
  const { discreet, hidesAssistant } = usePreferences();
  const [isOpen, setOpen] = useState(() => !discreet && safeStorage.read(CHAT_OPEN_KEY) === '1');
  const [isConfirming, setOpened] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // what one reader wrote is not shown to the next one
  const reader = useSession()?.userId;

  useEffect(() => {
    const shrink = (): void => setScrolled(true);
    addEventListener('scroll', shrink, { once: true, passive: true });
    return () => removeEventListener('scroll', shrink);
  }, []);

  // not before the button is shown again: what is hidden takes no focus
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (WITHOUT_CHAT.test(pathname) || hidesAssistant) return null;
  const change = (open: boolean): void => {
    safeStorage.write(CHAT_OPEN_KEY, open ? '1' : '0');
    setOpened(open);
    setOpen(open);
  };
  const label = discreet ? 'Help' : `Talk to ${site.assistant}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.launcher}
        data-icon={isScrolled || undefined}
        data-open={isOpen || undefined}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => change(!isOpen)}
      >
        <Icon shape={chatIcon} />
        <span aria-hidden="true">{label}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ChatPanel key={reader} takesFocus={isConfirming} onClose={() => change(false)} />
        </Suspense>
      )}
    </>
  );
}

import {
  Button,
  buttonLook,
  Dialog,
  exitIcon,
  Icon,
  IconButton,
  menuIcon,
  Select,
  searchIcon,
} from '@satrangi/kit';
import { type Preferences, preferences, usePreferences } from '@satrangi/kit/browser/preferences';
import { leaveNow } from '@satrangi/kit/browser/quick-exit';
import { session } from '@satrangi/kit/browser/session';
import { site } from '@satrangi/kit/browser/site';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { dropDrafts } from '../lib/drafts.ts';
import { sendHeldBack } from '../lib/held-back.ts';
import { leave } from '../lib/leave.ts';
import { lamp, reconnect } from '../lib/live.ts';
import styles from './side-tools.module.css';

const lampTexts = { live: 'Live', reconnecting: 'Reconnecting', paused: 'Paused' } as const;

/** Whether changes arrive by themselves (checklist ADM-48). */
function ConnectionLamp() {
  const state = useStore(lamp);
  return (
    <p className={styles.lamp} data-state={state} role="status">
      <span className={styles.bulb} aria-hidden="true" />
      {lampTexts[state]}
      {state === 'paused' && (
        <Button size="s" tone="quiet" onClick={reconnect}>
          Reconnect
        </Button>
      )}
    </p>
  );
}

/** Ends the session at identity too; a network failure does not keep anybody logged in here. */
const logOut = async (): Promise<void> => {
  await sendHeldBack();
  await api.identity.logout().catch(() => undefined);
  session.end();
  dropDrafts();
  // a form that leaves the screen with the login still writes what was typed last
  addEventListener('pagehide', dropDrafts, { once: true });
  leave.to('/');
};

/** Leaves the site at once, as in the shop. */
export function ExitLink() {
  return (
    <a
      {...buttonLook({ size: 's' }, styles.exit)}
      href={site.quickExitUrl}
      rel="nofollow noreferrer"
      aria-label="Exit, leave this site now (or press Shift three times)"
      onClick={(event) => {
        event.preventDefault();
        leaveNow();
      }}
    >
      <Icon shape={exitIcon} size="s" />
      Exit
    </a>
  );
}

function Tools({ name, onShowKeys }: { name: string; onShowKeys: () => void }) {
  const { theme, keys } = usePreferences();
  return (
    <div className={styles.tools}>
      <p className={styles.name}>{name}</p>
      <Select
        label="Theme"
        value={theme}
        onChange={({ target }) => preferences.change({ theme: target.value as Preferences['theme'] })}
      >
        <option value="system">As the device</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </Select>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={keys}
          onChange={({ target }) => preferences.change({ keys: target.checked })}
        />
        Keyboard shortcuts
      </label>
      <div className={styles.row}>
        <Button size="s" tone="quiet" onClick={onShowKeys}>
          Show keys
        </Button>
        <a {...buttonLook({ size: 's', tone: 'quiet' })} href="/">
          Open the shop
        </a>
        <Button size="s" tone="quiet" onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </div>
  );
}

type Props = {
  name: string;
  onShowKeys: () => void;
  onShowPalette: () => void;
};

/** The end of the sidebar; on a phone a sheet holds it, and lamp and Exit stay in sight. */
export function SideTools({ onShowPalette, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.end}>
      <div className={styles.always}>
        <ConnectionLamp />
        <IconButton label="Search and commands" onClick={onShowPalette}>
          <Icon shape={searchIcon} />
        </IconButton>
        <ExitLink />
        <IconButton label="Account and settings" className={styles.more} onClick={() => setOpen(true)}>
          <Icon shape={menuIcon} />
        </IconButton>
      </div>
      <div className={styles.wide}>
        <Tools {...props} />
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Account and settings">
        <Tools {...props} />
      </Dialog>
    </div>
  );
}

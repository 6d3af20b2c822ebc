import { Dialog } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ExitButton } from '../lib/exit-button.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PreferenceToggles } from './preference-toggles.tsx';
import styles from './site-menu.module.css';

/** The menu on a phone: a sheet of full height with the areas, the account and the preferences. */
export function SiteMenu({
  areas,
  onClose,
}: {
  areas: readonly { readonly to: string; readonly label: string }[];
  onClose: () => void;
}) {
  const session = useSession();
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);

  const links = [
    ...areas,
    { to: paths.ebooks, label: 'All eBooks' },
    { to: paths.saved, label: 'Saved for later' },
    session ? { to: paths.profile, label: 'Profile' } : { to: paths.login, label: 'Log in' },
  ];
  return (
    <Dialog open onClose={onClose} title="Menu" shape="side">
      <nav aria-label="Menu">
        <ul className={styles.list}>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} onClick={onClose}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <ExitButton />
        <PreferenceToggles />
      </div>
    </Dialog>
  );
}

import { Icon, searchIcon } from '@satrangi/kit';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { preferences } from '../lib/preferences.ts';
import styles from './header.module.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** The link to the eBook search; the key `/` opens it from any page. */
export function SearchLink() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        !preferences.get().keys ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      if (pathname === paths.ebooks)
        document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
      else Promise.resolve(navigate(paths.ebooks, { state: { focus: 'search' } })).catch(() => undefined);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate, pathname]);

  return (
    <Link className={styles.find} to={paths.ebooks} state={{ focus: 'search' }}>
      <Icon shape={searchIcon} size="s" />
      <span>
        <span className="vh">Search </span>Title or author
      </span>
      <kbd aria-label="shortcut slash">/</kbd>
    </Link>
  );
}

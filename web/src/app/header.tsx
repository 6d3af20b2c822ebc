import {
  buttonLook,
  Icon,
  IconButton,
  iconButtonLook,
  LogoMark,
  menuIcon,
  profileIcon,
  searchIcon,
} from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ExitButton } from '../lib/exit-button.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { site } from '../lib/site.ts';
import styles from './header.module.css';

/** What makes the search field a combobox; until then it is a form that the browser submits. */
const SearchBox = lazy(async () => ({
  default: (await import('../features/search-box/search-box.tsx')).SearchBox,
}));
const SiteMenu = lazy(async () => ({ default: (await import('./site-menu.tsx')).SiteMenu }));

const areas = [
  { to: paths.library, label: 'Digital library' },
  { to: paths.archives, label: 'Archives' },
  { to: paths.publishing, label: 'Publishing' },
  { to: paths.about, label: 'About' },
] as const;

export function Brand() {
  return (
    <Link className={styles.brand} to={paths.home} aria-label={`${site.name}, home`}>
      <LogoMark />
      <span>{site.name}</span>
    </Link>
  );
}

const isUnder = (area: string, pathname: string): boolean => `${pathname}/`.startsWith(`${area}/`);

export function Header() {
  const { pathname } = useLocation();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const isSearchPage = pathname === paths.search;
  return (
    <header className={styles.top}>
      <div className={`wrap ${styles.inside}`}>
        <Brand />
        <nav className={styles.nav} aria-label="Main">
          {areas.map(({ to, label }) => (
            <Link key={to} to={to} aria-current={isUnder(to, pathname) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <form
          className={styles.find}
          action={paths.search}
          data-open={isSearchPage}
          onFocus={() => setSearching(true)}
        >
          <Icon shape={searchIcon} size="s" />
          <input
            name="q"
            role="combobox"
            aria-expanded={false}
            aria-label="Search"
            placeholder="Title, creator, series"
            autoComplete="off"
          />
          {(isSearching || isSearchPage) && (
            <Suspense>
              <SearchBox />
            </Suspense>
          )}
        </form>
        <Link {...iconButtonLook(styles.narrow)} to={paths.search} aria-label="Search">
          <Icon shape={searchIcon} />
        </Link>
        {session ? (
          <Link {...iconButtonLook(styles.account)} to={paths.profile} aria-label="Profile">
            <Icon shape={profileIcon} />
          </Link>
        ) : (
          <Link {...buttonLook({ tone: 'quiet' }, styles.wide)} to={paths.login}>
            Log in
          </Link>
        )}
        <ExitButton />
        <IconButton
          label="Menu"
          className={styles.narrow}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <Icon shape={menuIcon} />
        </IconButton>
      </div>
      {open && (
        <Suspense>
          <SiteMenu areas={areas} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

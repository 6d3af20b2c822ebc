import { scriptProps } from '@satrangi/kit';
import styles from './breadcrumbs.module.css';
import { Link } from './link.tsx';

/** Breadcrumbs from the area to the page; the last one is the page itself. */
export function Breadcrumbs({
  parents,
  current,
  language,
}: {
  parents: readonly { readonly to: string; readonly label: string }[];
  current: string;
  language: string;
}) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {parents.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">
          <bdi {...scriptProps(current, language)}>{current}</bdi>
        </li>
      </ol>
    </nav>
  );
}

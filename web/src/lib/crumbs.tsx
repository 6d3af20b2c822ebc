import { scriptProps } from '@satrangi/kit';
import styles from './crumbs.module.css';
import { Link } from './link.tsx';

/** Where a page stands, from the outside in; the last one is the page itself. */
export function Crumbs({
  ways,
  here,
  language,
}: {
  ways: readonly { readonly to: string; readonly label: string }[];
  here: string;
  language: string;
}) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {ways.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">
          <bdi {...scriptProps(here, language)}>{here}</bdi>
        </li>
      </ol>
    </nav>
  );
}

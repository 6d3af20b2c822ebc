import { ChatLauncher } from '../features/chat/chat-launcher.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { site } from '../lib/site.ts';
import styles from './footer.module.css';
import { Brand } from './header.tsx';
import { PreferenceToggles } from './preference-toggles.tsx';

const columns = [
  {
    title: 'Library',
    links: [
      { to: paths.home, label: 'Home' },
      { to: '/library', label: 'Library' },
      { to: paths.blogs, label: 'Blogs' },
      { to: paths.about, label: 'About' },
    ],
  },
  {
    title: 'You',
    links: [
      { to: paths.profile, label: 'Profile' },
      { to: paths.faq, label: 'FAQ' },
      { to: paths.newsletter, label: 'Newsletter' },
    ],
    out: [{ href: `mailto:${site.contactEmail}`, label: 'Write to us' }],
  },
  {
    title: 'Policies',
    links: [
      { to: paths.terms, label: 'Terms' },
      { to: paths.privacy, label: 'Privacy' },
      { to: paths.refunds, label: 'Refunds' },
      { to: paths.libraryPolicy, label: 'Digital library policy' },
      { to: paths.creatorPolicy, label: 'Creator policy' },
    ],
  },
  {
    title: 'Follow',
    links: [],
    out: [
      { href: site.instagramUrl, label: 'Instagram' },
      { href: site.facebookUrl, label: 'Facebook' },
      { href: '/new-titles.xml', label: 'New titles, as a feed' },
    ],
  },
] as const;

export function Footer() {
  return (
    <>
      <ChatLauncher />
      <footer className={styles.foot}>
        <div className={`wrap ${styles.inside}`}>
          <div className={styles.imprint}>
            <Brand />
            <p>{site.tagline}</p>
          </div>
          <div className={styles.columns}>
            {columns.map(({ title, links, ...more }) => (
              <nav key={title} aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                  {'out' in more &&
                    more.out.map(({ href, label }) => (
                      <li key={label}>
                        <a href={href} rel="noreferrer">
                          {label}
                        </a>
                      </li>
                    ))}
                </ul>
              </nav>
            ))}
          </div>
          <div className={styles.end}>
            <span>
              © {new Date().getFullYear()} {site.name}
            </span>
            <PreferenceToggles />
          </div>
        </div>
      </footer>
    </>
  );
}

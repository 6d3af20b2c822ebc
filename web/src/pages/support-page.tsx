import { supportTexts } from '@satrangi/contracts/texts/support';
import { buttonLook } from '@satrangi/kit';
import { GiveCard } from '../features/support/give-card.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { site } from '../lib/site.ts';
import { textProps, useTexts } from '../lib/use-texts.ts';
import styles from './support-page.module.css';

const impact = [
  ['Record stories', 'support.impact.record'],
  ['Save history', 'support.impact.save'],
  ['Share widely', 'support.impact.share'],
  ['Teach others', 'support.impact.teach'],
] as const;

const steps = [
  ['Choose an amount', 'By UPI, card, net banking or wallet in India, by card from anywhere else.'],
  ['Get your receipt', 'By email. Its subject and your bank statement do not say what it was for.'],
  ['Hear what became of it', 'Once a month in our letter, if you want it.'],
] as const;

/** Three ways to give; two of them start with an email. */
function Ways() {
  const letter = `mailto:${site.contactEmail}`;
  return (
    <ul className={styles.ways}>
      <li>
        <h3>One-time contribution</h3>
        <p>Any amount, once, no account needed. We never show your name.</p>
        <a href="#give">Choose an amount</a>
      </li>
      <li>
        <h3>Monthly supporter</h3>
        <p>A small sum every month lets us promise work ahead. Write to us and we set it up with you.</p>
        <a href={letter}>Become a supporter</a>
      </li>
      <li>
        <h3>Corporate or team pledge</h3>
        <p>A company, a college or a group of friends gives together, or matches what its people give.</p>
        <a href={letter}>Talk about a pledge</a>
      </li>
    </ul>
  );
}

/** Why contributions are needed, the ways to give, and the next steps. */
export function SupportPage() {
  const texts = useTexts(supportTexts);
  const { 'support.hero.title': title, 'support.hero.lede': lede } = texts;
  return (
    <div className={styles.page}>
      <PageHead title="Support" description="Help record and keep the stories of queer India." />
      <div className={styles.hero}>
        <div className={`wrap ${styles.inside}`}>
          <div className={styles.pitch}>
            <PageHeading isDisplay {...textProps(title)}>
              {title}
            </PageHeading>
            <p {...textProps(lede)}>{lede}</p>
          </div>
          <div id="give" className={styles.give}>
            <GiveCard />
          </div>
          <div className={styles.others}>
            <Link {...buttonLook({ size: 'l' })} to={paths.run}>
              Fundraise via Run
            </Link>
            <Link {...buttonLook({ size: 'l' })} to={paths.newsletter}>
              Get Updates
            </Link>
          </div>
        </div>
      </div>
      <Section title="Impact">
        <ul className={styles.impact}>
          {impact.map(([heading, key]) => (
            <li key={key}>
              <h3>{heading}</h3>
              <p {...textProps(texts[key])}>{texts[key]}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Ways to Give" tight>
        <Ways />
      </Section>
      <Section title="Next steps" tight>
        <ol className={styles.steps}>
          {steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={styles.help}>
          Campaigns for one work have their own rules: <Link to={paths.crowdfunding}>Crowdfunding terms</Link>
          .
        </p>
        <p className={styles.help}>
          Did a payment go wrong, or have you lost the password of an account with only a phone number?{' '}
          <a href={`mailto:${site.contactEmail}`}>Write to {site.contactEmail}</a>. A person will answer.
        </p>
      </Section>
    </div>
  );
}

import { crowdfundingTexts } from '@satrangi/contracts/texts/crowdfunding';
import { buttonLook } from '@satrangi/kit';
import { ArticlePage } from '../features/article/article-page.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import styles from './crowdfunding-page.module.css';

/** The terms of campaigns, and the contribution that is possible now. */
export function CrowdfundingPage() {
  return (
    <>
      <ArticlePage title="Crowdfunding terms" texts={crowdfundingTexts} />
      <Section title="Give now" tight>
        <div className={styles.give}>
          <p className="text">
            You do not have to wait for a campaign. Any amount helps to record, print and keep the next story,
            without an account and without your name.
          </p>
          <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={paths.support}>
            Contribute
          </Link>
        </div>
      </Section>
    </>
  );
}

import { newsletterPageTexts } from '@satrangi/contracts/texts/newsletter';
import { LetterSample } from '../features/newsletter/letter-sample.tsx';
import { LetterStep } from '../features/newsletter/letter-step.tsx';
import { letterSteps } from '../features/newsletter/letter-steps.ts';
import { SubscribeForm } from '../features/newsletter/subscribe-form.tsx';
import { useLetterLink } from '../features/newsletter/use-letter-link.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useDeepLink } from '../lib/use-deep-link.ts';
import { textProps, useTexts } from '../lib/use-texts.ts';
import styles from './newsletter-page.module.css';

function Subscribe() {
  useDeepLink();
  const pitch = useTexts(newsletterPageTexts)['newsletter.pitch'];
  return (
    <>
      <PageHead
        title="Newsletter"
        description="One letter a month: new books, films and voices, and a story to keep."
      />
      <div className={styles.hero}>
        <div className={`wrap ${styles.inside}`}>
          <div className={styles.pitch}>
            <PageHeading isDisplay>A letter, once a month.</PageHeading>
            <p {...textProps(pitch)}>{pitch}</p>
          </div>
          <div className={styles.card}>
            <SubscribeForm />
          </div>
        </div>
      </div>
      <div className={`wrap ${styles.below}`}>
        <LetterSample />
      </div>
    </>
  );
}

/** `/newsletter`; with `#confirm={token}` and `#leave={token}` the target of links in mails. */
export function NewsletterPage() {
  const link = useLetterLink();
  if (!link) return <Subscribe />;
  return (
    <>
      <PageHead title={letterSteps[link.purpose].title} />
      <div className={`wrap ${styles.step}`}>
        <LetterStep key={`${link.purpose} ${link.token}`} link={link} />
      </div>
    </>
  );
}

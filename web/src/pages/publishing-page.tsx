import { publishingPageTexts } from '@satrangi/contracts/texts/publishing';
import { SilentWait } from '@satrangi/kit';
import { lazy, Suspense, useRef } from 'react';
import { PublishingHero } from '../features/submission/publishing-hero.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { textProps, useTexts } from '../lib/use-texts.ts';
import styles from './publishing-page.module.css';

const SubmissionPanel = lazy(async () => ({
  default: (await import('../features/submission/submission-panel.tsx')).SubmissionPanel,
}));
const Catalogue = lazy(async () => ({
  default: (await import('../features/submission/catalogue.tsx')).Catalogue,
}));

const values = [
  ['Your name is yours', 'publishing.values.1'],
  ['Your work is yours', 'publishing.values.2'],
  ['Your share is fair', 'publishing.values.3'],
] as const;

/** `/publishing`: what authors can expect, the form of a submission, and what was published before. */
export function PublishingPage() {
  const texts = useTexts(publishingPageTexts);
  const panel = useRef<HTMLDivElement>(null);
  const start = (): void => {
    const first = panel.current?.querySelector<HTMLElement>('input, a, button');
    panel.current?.closest('section')?.scrollIntoView({ block: 'start' });
    (first ?? panel.current)?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageHead
        title="Publishing"
        description="Send a manuscript, a film or a recording to the editors. A pen name is fine, and you see where it stands."
      />
      <PublishingHero
        title={texts['publishing.hero.title']}
        lede={texts['publishing.hero.lede']}
        onStart={start}
      />
      <section className={`wrap ${styles.values}`} aria-label="What you can expect">
        <ul>
          {values.map(([heading, key]) => (
            <li key={key}>
              <h2>{heading}</h2>
              <p {...textProps(texts[key])}>{texts[key]}</p>
            </li>
          ))}
        </ul>
      </section>
      <Section title="Submit your work" tight>
        <div ref={panel} className={styles.panel} tabIndex={-1}>
          <Suspense fallback={<SilentWait />}>
            <SubmissionPanel reader={texts['publishing.next.reader']} />
          </Suspense>
        </div>
      </Section>
      <Section title="What we have published" more={{ to: paths.ebooks, label: 'All eBooks' }} tight>
        <Suspense fallback={<div className={styles.waiting} />}>
          <Catalogue />
        </Suspense>
      </Section>
    </>
  );
}

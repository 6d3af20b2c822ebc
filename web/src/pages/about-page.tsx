import { paragraphsOf } from '@satrangi/contracts/pure';
import { aboutTexts } from '@satrangi/contracts/texts/about';
import { RichText, scriptProps } from '@satrangi/kit';
import { ArticleState } from '../features/article/article-state.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { site } from '../lib/site.ts';
import { truncate } from '../lib/text.ts';
import { useArticle } from '../lib/use-article.ts';
import styles from './about-page.module.css';

const sections = [
  { key: 'about.journey', title: 'Our journey' },
  { key: 'about.mission', title: 'Our mission' },
  { key: 'about.vision', title: 'Our vision' },
  { key: 'about.history', title: 'Our history' },
] as const;

function Block({ html, className }: { html: string; className?: string | undefined }) {
  const { lang, dir } = scriptProps(paragraphsOf(html).join(' '));
  return <RichText html={html} lang={lang} dir={dir} className={className} />;
}

/** Who we are: blocks that editors replace one by one; a block without text is left out. */
export function AboutPage() {
  const { blocks, isUnchecked, retry } = useArticle(aboutTexts);
  const lede = blocks?.['about.hero.description'] ?? '';
  const quote = blocks?.['about.founder.quote'] ?? '';
  return (
    <div className={styles.page}>
      <PageHead title="About" description={truncate(paragraphsOf(lede)[0] ?? site.tagline, 160)} />
      <div className={`wrap ${styles.hero}`}>
        <PageHeading isDisplay>About {site.name}</PageHeading>
        <ArticleState isLoading={!blocks} isUnchecked={isUnchecked} onRetry={retry}>
          {lede && <Block html={lede} className={styles.lede} />}
        </ArticleState>
      </div>
      {quote && (
        <div className={styles.quote}>
          <blockquote className="wrap">
            <Block html={quote} />
          </blockquote>
        </div>
      )}
      <div className={`wrap ${styles.sections}`}>
        {blocks &&
          sections
            .filter(({ key }) => blocks[key])
            .map(({ key, title }) => (
              <section key={key} aria-labelledby={key}>
                <h2 id={key}>{title}</h2>
                <Block html={blocks[key]} />
              </section>
            ))}
      </div>
    </div>
  );
}

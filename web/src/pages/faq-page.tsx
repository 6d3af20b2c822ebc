import { questionsOf } from '@satrangi/contracts/pure';
import { faqTexts } from '@satrangi/contracts/texts/faq';
import { lazy, Suspense } from 'react';
import { ArticleState } from '../features/article/article-state.tsx';
import { Faq } from '../features/faq/faq.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useArticle } from '../lib/use-article.ts';
import styles from './faq-page.module.css';

/** Loaded only for a text without questions. */
const Article = lazy(async () => ({ default: (await import('../features/article/article.tsx')).Article }));

export function FaqPage() {
  const { blocks, isUnchecked, retry } = useArticle(faqTexts);
  const html = blocks?.['faq.body'] ?? '';
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title="Questions and answers"
        description="Reading, buying, privacy, publishing: what readers and writers ask us."
      />
      <PageHeading>Questions and answers</PageHeading>
      <ArticleState isLoading={!blocks} isUnchecked={isUnchecked} onRetry={retry}>
        <Suspense>{questionsOf(html).length > 0 ? <Faq html={html} /> : <Article html={html} />}</Suspense>
      </ArticleState>
    </div>
  );
}

import { type PageText, paragraphsOf } from '@satrangi/contracts/pure';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { truncate } from '../../lib/text.ts';
import { useArticle } from '../../lib/use-article.ts';
import styles from './article.module.css';
import { Article } from './article.tsx';
import { ArticleState } from './article-state.tsx';

const DESCRIPTION_MAX = 160;

/** A page with one long text, which editors replace by a section. */
export function ArticlePage({ title, texts }: { title: string; texts: Readonly<Record<string, PageText>> }) {
  const { blocks, isUnchecked, retry } = useArticle(texts);
  const html = Object.values(blocks ?? {}).join('');
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={title} description={truncate(paragraphsOf(html)[0] ?? title, DESCRIPTION_MAX)} />
      <PageHeading>{title}</PageHeading>
      <ArticleState isLoading={!blocks} isUnchecked={isUnchecked} onRetry={retry}>
        <Article html={html} />
      </ArticleState>
    </div>
  );
}

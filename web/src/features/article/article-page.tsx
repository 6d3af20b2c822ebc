import { type PageText, paragraphsOf } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useState } from 'react';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { truncate } from '../../lib/text.ts';
import { useArticle } from '../../lib/use-article.ts';
import styles from './article.module.css';
import { Article } from './article.tsx';
import { ArticleState } from './article-state.tsx';

const DESCRIPTION_MAX = 160;

/** Says which of two texts is shown, and opens the other one. */
function TranslationNote({ isOriginal, onOther }: { isOriginal: boolean; onOther: () => void }) {
  return (
    <div className={styles.translation}>
      <p>
        {isOriginal
          ? 'This text is in English.'
          : 'This is a translation. The English text is the binding one.'}
      </p>
      <Button onClick={onOther}>{isOriginal ? 'Read the translation' : 'Read the English text'}</Button>
    </div>
  );
}

/** A page with one long text, which editors replace by a section; in another language with the English text beside its translation. */
export function ArticlePage({ title, texts }: { title: string; texts: Readonly<Record<string, PageText>> }) {
  const { blocks, original, isUnchecked, retry } = useArticle(texts);
  const [isOriginal, setOriginal] = useState(false);
  const html = Object.values((isOriginal ? original : blocks) ?? {}).join('');
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={title} description={truncate(paragraphsOf(html)[0] ?? title, DESCRIPTION_MAX)} />
      <PageHeading>{title}</PageHeading>
      <ArticleState isLoading={!blocks} isUnchecked={isUnchecked} onRetry={retry}>
        <Article
          html={html}
          note={
            original && <TranslationNote isOriginal={isOriginal} onOther={() => setOriginal(!isOriginal)} />
          }
        />
      </ArticleState>
    </div>
  );
}

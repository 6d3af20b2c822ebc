import { creatorPolicyTexts } from '@satrangi/contracts/texts/creator-policy';
import { ArticlePage } from '../features/article/article-page.tsx';

export function CreatorPolicyPage() {
  return <ArticlePage title="Content creator partnership policy" texts={creatorPolicyTexts} />;
}

import { refundsTexts } from '@satrangi/contracts/texts/refunds';
import { ArticlePage } from '../features/article/article-page.tsx';

export function RefundsPage() {
  return <ArticlePage title="Refund and return policy" texts={refundsTexts} />;
}

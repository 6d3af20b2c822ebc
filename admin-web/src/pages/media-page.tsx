import { useEffect } from 'react';
import { MediaList } from '../features/media/media-list.tsx';
import { useAddress } from '../lib/address.ts';

/** The catalogue. `tab=ebooks` is the view of eBooks, `submissionId` opens the form of a submission. */
export function MediaPage() {
  const { get, change } = useAddress();
  const isEbooks = get('tab') === 'ebooks';
  const submissionId = get('submissionId');
  useEffect(() => {
    if (isEbooks) change({ tab: 'media', view: get('view') || 'ebook' }, { replace: true });
    else if (submissionId)
      change({ open: `submission:${submissionId}`, submissionId: null }, { replace: true });
  });
  return <MediaList />;
}

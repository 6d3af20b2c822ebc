import { useEffect } from 'react';
import { MediaList } from '../features/media/media-list.tsx';
import { useAddress } from '../lib/address.ts';

/** The catalogue. `tab=ebooks` is the view of eBooks, and the form of a submission opens by itself. */
export function MediaPage() {
  const { get, change } = useAddress();
  const isEbooks = get('tab') === 'ebooks';
  const isSubmission = get('submissionId') !== '' && get('open') === '';
  useEffect(() => {
    if (isEbooks) change({ tab: 'media', view: get('view') || 'ebook' }, { replace: true });
    else if (isSubmission) change({ open: 'new' }, { replace: true });
  });
  return <MediaList />;
}

import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { driveFileIdOf } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { Drawer } from '../../lib/drawer.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { newDraft, usualFormatOf } from './form-fields.ts';
import styles from './media.module.css';
import { callsOf, kindNamed } from './media-calls.ts';
import { MediaForm } from './media-form.tsx';
import { readListAddress } from './media-query.ts';
import { mediaTexts } from './media-texts.ts';

type Submission = Awaited<ReturnType<typeof api.publishing.getSubmission>>;

/** The form of a submission: title, description, kind, link and account (checklist PUB-22). */
const filledFrom = ({ _id, title, description, media, driveLink, creatorId }: Submission): MediaDraft => {
  const kind = kindNamed(media);
  return {
    ...newDraft(kind),
    title,
    description,
    formats: [usualFormatOf(kind)],
    driveLink: driveLink !== null && driveFileIdOf(driveLink) !== null ? driveLink : null,
    creatorId,
    submissionId: _id,
  };
};

function NewFromSubmission({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['publishing', 'submission', id],
    queryFn: ({ signal }) => api.publishing.getSubmission({ params: { id } }, { signal }),
  });
  return (
    <Loaded query={query} loading="Loading the submission" error="Failed to load the submission">
      {(submission) => (
        <>
          <p className="muted">
            Filled from submission {submission.number}, sent by {submission.name}.
            {submission.mediaId !== null && ' An item was made of it before.'}
            {submission.driveLink !== null &&
              driveFileIdOf(submission.driveLink) === null &&
              ' Its file is kept by this site: download it in Publishing and upload it here after saving.'}
          </p>
          <MediaForm item={null} filled={filledFrom(submission)} draftId={`new-${id}`} />
        </>
      )}
    </Loaded>
  );
}

function NewItem() {
  const { get } = useAddress();
  const { view } = readListAddress(get);
  return <MediaForm item={null} filled={newDraft(kindNamed(view))} draftId="new" />;
}

type StoredItemProps = {
  mediaType: string;
  id: string;
  keys: readonly string[];
  onDelete: (item: EditorItem) => void;
};

function StoredItem({ mediaType, id, keys, onDelete }: StoredItemProps) {
  const query = useQuery({
    queryKey: ['media', 'draft', mediaType, id],
    queryFn: ({ signal }) => callsOf(kindNamed(mediaType)).draft({ params: { id } }, { signal }),
  });
  return (
    <Drawer title={query.data?.title ?? 'Item'} keys={keys}>
      <Loaded query={query} loading="Loading the item" error={mediaTexts.loadFailed} height="30rem">
        {(item) => (
          <>
            {item.warnings.map((warning) => (
              <p key={warning} className={styles.warnings}>
                {warning}
              </p>
            ))}
            <MediaForm item={item} draftId={item._id} />
            <div className={styles.uploads}>
              <Button tone="danger" onClick={() => onDelete(item)}>
                Delete this item
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Drawer>
  );
}

type MediaDrawerProps = {
  opened: string;
  keys: readonly string[];
  onDelete: (item: EditorItem) => void;
};

/** The form in the drawer: of a stored item (`ebook:ID`), a new one, or a new one of a submission. */
export function MediaDrawer({ opened, keys, onDelete }: MediaDrawerProps) {
  const [mediaType = '', id = ''] = opened.split(':');
  if (opened === 'new')
    return (
      <Drawer title="New item" keys={keys}>
        <NewItem />
      </Drawer>
    );
  if (mediaType === 'submission')
    return (
      <Drawer title="New item of a submission" keys={keys}>
        <NewFromSubmission id={id} />
      </Drawer>
    );
  return <StoredItem mediaType={mediaType} id={id} keys={keys} onDelete={onDelete} />;
}

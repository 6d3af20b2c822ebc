import type { EditorSection, SectionVersion } from '@satrangi/contracts';
import { Button, Dialog, plainTextOf } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { timeText } from '../../lib/format.ts';
import { withReason } from '../../lib/http.ts';
import { Loaded } from '../../lib/loaded.tsx';
import styles from './content.module.css';
import { putSection, versionsQuery } from './content-queries.ts';

const MarkedWords = lazy(async () => ({
  default: (await import('../../lib/edit-form/marked-words.tsx')).MarkedWords,
}));

type VersionProps = {
  version: SectionVersion;
  present: string;
  onRestore: () => void;
};

/** A version with the words marked that the present text does not have. */
function Version({ version, present, onRestore }: VersionProps) {
  const words = plainTextOf(version.content);
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <time dateTime={version.updatedAt}>{timeText(version.updatedAt)}</time>
        <span className="muted">{version.status}</span>
        <Button
          size="s"
          aria-label={`Restore the text of ${timeText(version.updatedAt)}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      </div>
      <Suspense fallback={<p>{words}</p>}>
        {words === '' ? <p>(empty)</p> : <MarkedWords text={words} other={plainTextOf(present)} />}
      </Suspense>
    </li>
  );
}

type Props = {
  section: EditorSection;
  hasChanges: boolean;
  onRestored: (section: EditorSection) => void;
  onClose: () => void;
};

/** The texts before the present one, newest first; Restore makes one of them the present text (checklist ADM-21). */
export function VersionHistory({ section: { key, content }, hasChanges, onRestored, onClose }: Props) {
  const client = useQueryClient();
  const versions = useQuery({ ...versionsQuery(key), staleTime: 0 });
  const [confirming, setConfirming] = useState<{
    readonly index: number;
    readonly version: SectionVersion;
  } | null>(null);
  const restore = async ({ index, version }: NonNullable<typeof confirming>): Promise<void> => {
    try {
      const restored = await api.cms.rollbackSection({
        params: { key },
        body: { versionIdx: index, updatedAt: version.updatedAt },
      });
      putSection(client, restored);
      onRestored(restored);
      onClose();
    } finally {
      void client.invalidateQueries({ queryKey: ['cms'] });
    }
  };
  return (
    <Dialog open onClose={onClose} title="Version History" shape="side" className={styles.drawer ?? ''}>
      <p className="muted">Words that the present text does not have are marked.</p>
      <Loaded query={versions} loading="Loading versions" error="Failed to sync with backend.">
        {(list) =>
          list.length === 0 ? (
            <p>No version before this one. Each save keeps the text before it.</p>
          ) : (
            <ol className={styles.versions}>
              {list.map((version, index) => (
                <Version
                  key={version.updatedAt}
                  version={version}
                  present={content}
                  onRestore={() => setConfirming({ index, version })}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {confirming && (
        <Confirm
          title={`Restore the text of ${timeText(confirming.version.updatedAt)}?`}
          action="Restore"
          tone="primary"
          onConfirm={() => restore(confirming)}
          failureOf={(error) => withReason('Error saving content.', error)}
          onClose={() => setConfirming(null)}
        >
          <p>
            It replaces the present text of ‘{key}’, which is kept as a version.
            {hasChanges && ' What you typed and did not save is dropped.'}
          </p>
        </Confirm>
      )}
    </Dialog>
  );
}

import type { DeletedSection } from '@satrangi/contracts';
import { SECTION_BIN_DAYS } from '@satrangi/contracts';
import { Button, Dialog, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { Loaded } from '../../lib/faces.tsx';
import { dayText, timeText } from '../../lib/format.ts';
import { Lines } from '../../lib/panel.tsx';
import styles from './content.module.css';
import { deletedSectionsQuery, reloadSections } from './content-queries.ts';

/** Sections that were deleted, of all pages; Restore brings one back with its text, its versions and its status. */
export function DeletedSections({
  onRestored,
  onClose,
}: {
  onRestored: (key: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const toast = useToast();
  const deleted = useQuery({ ...deletedSectionsQuery, staleTime: 0 });
  const [asked, setAsked] = useState<DeletedSection | null>(null);
  const restore = async ({ key }: DeletedSection): Promise<void> => {
    // also after a failure: the list may be older than what another admin did
    await api.cms.undeleteSection({ params: { key } }).finally(() => reloadSections(client));
    toast(`‘${key}’ is back.`);
    onRestored(key);
  };
  return (
    <Dialog open onClose={onClose} title="Deleted sections" shape="side" className={styles.drawer ?? ''}>
      <p className={styles.note}>A deleted section is kept for {SECTION_BIN_DAYS} days.</p>
      <Loaded
        query={deleted}
        loading="Loading deleted sections"
        error="Failed to sync with backend."
        height="6rem"
      >
        {(list) =>
          list.length === 0 ? (
            <p>No section was deleted.</p>
          ) : (
            <Lines>
              {list.map((section) => (
                <li key={section._id}>
                  <span className={styles.deleted}>
                    <b>{section.key}</b>
                    <span className={styles.fact}>
                      {' '}
                      Deleted <time dateTime={section.deletedAt}>{timeText(section.deletedAt)}</time>, kept
                      until {dayText(section.keptUntil)}
                    </span>
                  </span>
                  <Button size="s" aria-label={`Restore ${section.key}`} onClick={() => setAsked(section)}>
                    Restore
                  </Button>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
      {asked && (
        <Confirm
          title={`Restore ‘${asked.key}’?`}
          action="Restore"
          tone="primary"
          onConfirm={() => restore(asked)}
          failureOf={() => 'Failed to sync with backend.'}
          onClose={() => setAsked(null)}
        >
          <p>It comes back as it was, with its versions. When it was public, it is public again at once.</p>
        </Confirm>
      )}
    </Dialog>
  );
}

import type { DeletedSection } from '@satrangi/contracts';
import { SECTION_BIN_DAYS } from '@satrangi/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { DeletedList } from '../../lib/deleted-list.tsx';
import { dayText, timeText } from '../../lib/format.ts';
import { deletedSectionsQuery, reloadSections } from './content-queries.ts';

const FAILED = 'Failed to sync with backend.';

type Props = {
  onRestored: (key: string) => void;
  onClose: () => void;
};

/** Sections that were deleted, of all pages; Restore brings one back with its text, its versions and its status. */
export function DeletedSections({ onRestored, onClose }: Props) {
  const client = useQueryClient();
  const restore = async ({ key }: DeletedSection): Promise<void> => {
    // also after a failure: the list may be older than what another admin did
    await api.cms.undeleteSection({ params: { key } }).finally(() => reloadSections(client));
    onRestored(key);
  };
  return (
    <DeletedList
      title="Deleted sections"
      note={`A deleted section is kept for ${SECTION_BIN_DAYS} days.`}
      query={useQuery({ ...deletedSectionsQuery, staleTime: 0 })}
      error={FAILED}
      empty="No section was deleted."
      rowOf={({ _id, key, deletedAt, keptUntil }) => ({
        key: _id,
        name: key,
        facts: (
          <>
            Deleted <time dateTime={deletedAt}>{timeText(deletedAt)}</time>, kept until {dayText(keptUntil)}
          </>
        ),
      })}
      effect="It comes back as it was, with its versions. When it was public, it is public again at once."
      restore={restore}
      failureOf={() => FAILED}
      onClose={onClose}
    />
  );
}

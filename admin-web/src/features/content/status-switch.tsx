import type { EditorSection, SectionStatus } from '@satrangi/contracts';
import { Failure } from '@satrangi/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import styles from './content.module.css';
import { putSection, sectionsQuery } from './content-queries.ts';

const failureOf = (error: unknown): string =>
  error instanceof CallError && error.problem?.code === 'version-conflict'
    ? messageOf(error)
    : 'Error saving content.';

type Props = {
  section: EditorSection;
  /** Of the text in the editor. */
  seenRevision: () => string;
};

/** Published or draft, painted at once and rolled back when the service refuses: only a text that the admin saw is published. */
export function StatusSwitch({ section, seenRevision }: Props) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (status: SectionStatus) =>
      api.cms.setSectionStatus({ params: { key: section.key }, body: { status } }, ifMatch(seenRevision())),
    onMutate: async (status) => {
      await client.cancelQueries(sectionsQuery(section.page));
      putSection(client, { ...section, status });
      return section;
    },
    onSuccess: (changed) => {
      putSection(client, changed);
      void client.invalidateQueries({ queryKey: ['cms'] });
    },
    onError: (_error, _status, before) => {
      if (before) putSection(client, before);
      void client.invalidateQueries({ queryKey: ['cms'] });
    },
  });
  const isPublished = section.status === 'published';
  return (
    <>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={isPublished}
          aria-checked={isPublished}
          aria-disabled={change.isPending}
          onChange={() => {
            if (!change.isPending) change.mutate(isPublished ? 'draft' : 'published');
          }}
        />
        Published
      </label>
      <span className="muted">
        {isPublished
          ? 'Every save is public at once.'
          : section.isPublic
            ? 'Draft: readers go on reading the text published before.'
            : 'Draft: readers see nothing of it.'}
      </span>
      <Failure>{change.isError ? failureOf(change.error) : undefined}</Failure>
    </>
  );
}

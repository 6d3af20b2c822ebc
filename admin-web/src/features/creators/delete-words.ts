import type { EditorPerson } from '@satrangi/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { holdBack } from '../../lib/held-back.ts';
import { withReason } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { creatorTexts, HELD_PREFIX } from './creator-queries.ts';

/** Deletes the words about a person or a series after ten seconds, because they have no way back then. */
export const deleteWords = (
  client: QueryClient,
  { personId, name, version }: Pick<EditorPerson, 'personId' | 'name' | 'version'>,
): void =>
  holdBack(
    { key: HELD_PREFIX + personId, text: `The words about ${name} are deleted in 10 seconds.` },
    () => api.catalog.deletePersonAbout({ params: { personId } }, ifMatch(version)),
    {
      settled: () => client.invalidateQueries({ queryKey: ['creators'] }),
      failureOf: (error) => withReason(`${creatorTexts.deleteFailed} ${name}`, error, ': '),
    },
  );

import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { ChangedRow } from '../../lib/bulk-progress.ts';
import { CallError } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { isSame } from '../../lib/is-same.ts';
import { callsOf, kindNamed } from './media-calls.ts';

export type QuickFields = Partial<
  Pick<
    MediaDraft,
    | 'title'
    | 'author'
    | 'director'
    | 'narrator'
    | 'speaker'
    | 'priceINR'
    | 'featured'
    | 'collection'
    | 'contentNotes'
  >
>;

/** Another admin has changed the same fields since the row was read. */
export class EditConflict extends ChangedRow {
  readonly theirs: EditorItem;
  constructor(theirs: EditorItem) {
    super('Content changed since you opened it');
    this.theirs = theirs;
  }
}

/** The draft as the service has it now, with the transcript, which lists leave out and a save would remove. */
const readDraft = ({ mediaType, _id }: Pick<EditorItem, 'mediaType' | '_id'>): Promise<EditorItem> =>
  callsOf(kindNamed(mediaType)).draft({ params: { id: _id } });

/**
 * Changes some fields of an item and leaves the others as they are stored now.
 * @param seen the row; when another admin has changed one of these fields since, nothing is saved
 * @throws EditConflict, CallError
 */
export const changeItem = async (seen: EditorItem, fields: QuickFields): Promise<EditorItem> => {
  const now = await readDraft(seen);
  const isChanged = Object.keys(fields).some((name) => !isSame(now.draft[name], seen.draft[name]));
  if (isChanged && now.draftRevision !== seen.draftRevision) throw new EditConflict(now);
  // an answer describes its draft as a record; the service wrote it from a `MediaDraft`
  const stored = now.draft as unknown as MediaDraft;
  try {
    return await callsOf(kindNamed(seen.mediaType)).update(
      { params: { id: seen._id }, body: { ...stored, ...fields } },
      ifMatch(now.draftRevision),
    );
  } catch (error) {
    if (error instanceof CallError && error.problem?.code === 'version-conflict')
      throw new EditConflict(await readDraft(seen));
    throw error;
  }
};

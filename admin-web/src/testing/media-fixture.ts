import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { MediaId } from '@satrangi/contracts';
import { anEditorItem, FakeProblem } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import type { Mock } from 'vitest';

const draftOf = (values: Partial<MediaDraft>) => ({
  mediaType: 'ebook',
  title: 'A title',
  author: 'Jerusha Pinto',
  description: 'A description.',
  formats: ['text'],
  priceINR: 180,
  transcript: null,
  ...values,
});

export const item = (
  id: string,
  values: Partial<EditorItem> = {},
  draft: Partial<MediaDraft> = {},
): EditorItem => {
  const title = values.title ?? `Book ${id}`;
  return anEditorItem({
    _id: MediaId.parse(id),
    title,
    priceINR: 180,
    draftRevision: `revision-${id}`,
    ...values,
    draft: draftOf({ title, ...draft }),
  });
};

export const books = ['one', 'two', 'three'].map((id) => item(id));

export const listOf = (items: readonly EditorItem[]) => ({
  items: [...items],
  total: items.length,
  nextCursor: null,
});

/** The answers of a catalog with some eBooks; `sent` collects the bodies of saves. */
export const shelf = (items: readonly EditorItem[] = books) => {
  const stored = new Map(items.map((each) => [String(each._id), each]));
  const sent: { id: string; body: MediaDraft }[] = [];
  return {
    sent,
    stored,
    answers: {
      listEditorMedia: () => listOf([...stored.values()]),
      getEbookDraft: ({ params }: { params: { id: string } }) => {
        const found = stored.get(params.id);
        if (!found) throw new FakeProblem('not-found', 'eBook not found');
        return found;
      },
      updateEbook: ({ params, body }: { params: { id: string }; body: MediaDraft }) => {
        sent.push({ id: params.id, body });
        const next = item(
          params.id,
          {
            title: body.title,
            featured: body.featured,
            priceINR: body.priceINR,
            draftRevision: `next-${sent.length}`,
          },
          body,
        );
        stored.set(params.id, next);
        return next;
      },
    },
  };
};

export const rowOf = (title: string) => within(screen.getByRole('row', { name: new RegExp(title) }));

export const ifMatchOf = (fetched: Mock<typeof fetch>, method: string): string | null => {
  const call = fetched.mock.calls.filter(([, init]) => init?.method === method).at(-1);
  return new Headers(call?.[1]?.headers).get('if-match');
};

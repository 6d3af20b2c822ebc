import { CuratedDraft, type EditorCuratedPage } from '@satrangi/contracts';
import { pagePaths, pathWithId } from '@satrangi/contracts/pure';
import { Field, TextArea } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { CheckField } from '../../lib/check-field.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { withReason } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { collectionTexts } from './collection-queries.ts';
import type { KnownTitles } from './title-facts.ts';
import { TitlesEditor } from './titles-editor.tsx';

const labels = {
  name: 'Name',
  sentence: 'One sentence',
  isStaffPicks: 'Staff picks',
  titles: 'Titles',
  published: 'Published',
} as const;

const empty: CuratedDraft = { name: '', sentence: '', isStaffPicks: false, published: false, titles: [] };

const storedOf = (collection: EditorCuratedPage): Stored<CuratedDraft> => {
  const { name, sentence, isStaffPicks, published, titles, version } = collection;
  return {
    values: {
      name,
      sentence,
      isStaffPicks,
      published,
      titles: titles.map(({ mediaId, reason }) => ({ mediaId, reason })),
    },
    revision: String(version),
  };
};

const knownOf = (collection: EditorCuratedPage): KnownTitles =>
  new Map(collection.titles.map(({ mediaId, item }) => [mediaId, item]));

/** The titles of a collection in words, one a line, for the choice between two texts. */
const titleLines =
  (known: KnownTitles) =>
  (titles: unknown): string =>
    // the panel hands over values of any field; this one is registered for the titles
    (titles as CuratedDraft['titles'])
      .map(({ mediaId, reason }, index) =>
        [`${index + 1}. ${known.get(mediaId)?.title ?? mediaId}`, reason].filter(Boolean).join(': '),
      )
      .join('\n');

/** The form of a collection and what is known of its titles. A new collection opens after its first save. */
const useCollectionForm = (collection: EditorCuratedPage | null) => {
  const client = useQueryClient();
  const { open } = useOpened();
  const [added, setAdded] = useState<KnownTitles>(new Map());
  const known: KnownTitles = new Map([...added, ...(collection ? knownOf(collection) : [])]);
  /** A new collection after its first save: a second one changes it and adds no other. */
  const target = useRef(collection);
  const [created, setCreated] = useState<string | null>(null);
  const createOnce = useCreateOnce();
  const learn = (newer: KnownTitles): void => setAdded((before) => new Map([...before, ...newer]));
  const edit = useEditForm<CuratedDraft, CuratedDraft>({
    tab: 'collections',
    id: collection?.slug ?? 'new',
    schema: CuratedDraft,
    stored: collection ? storedOf(collection) : { values: empty, revision: '' },
    labels,
    words: { titles: titleLines(known) },
    save: async (body, version) => {
      const { slug } = target.current ?? {};
      const saved =
        slug === undefined
          ? await createOnce((options) => api.catalog.createCurated({ body }, options))
          : await api.catalog.updateCurated({ params: { slug }, body }, ifMatch(version));
      target.current = saved;
      if (!collection) setCreated(saved.slug);
      void client.invalidateQueries({ queryKey: ['collections'] });
      return storedOf(saved);
    },
    failure: (error) => withReason(collectionTexts.saveFailed, error, ': '),
    theirs: ({ data }) => {
      // the problem of a refused save has the stored collection, by contract
      const current = data?.current as EditorCuratedPage | undefined;
      if (!current) return null;
      learn(knownOf(current));
      return storedOf(current);
    },
  });
  useEffect(() => {
    if (created && !edit.hasChanges) open(created);
  }, [created, edit.hasChanges, open]);
  return { edit, known, learn };
};

/** The editor of a collection. @param collection null for a new one */
export function CollectionForm({ collection }: { collection: EditorCuratedPage | null }) {
  const { edit, known, learn } = useCollectionForm(collection);
  const isStaffPicks = edit.form.watch('isStaffPicks');
  return (
    <EditForm edit={edit} label={collection ? `Edit ${collection.name}` : 'New collection'}>
      <Field label={labels.name} autoComplete="off" {...edit.field('name')} />
      <TextArea
        label={labels.sentence}
        rows={2}
        hint="What the titles have in common, as readers see it below the name."
        {...edit.field('sentence')}
      />
      <CheckField
        label="Staff picks: personal choices, each with its reason"
        {...edit.form.register('isStaffPicks')}
      />
      <Controller
        control={edit.form.control}
        name="titles"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <TitlesEditor
            label={labels.titles}
            titles={value}
            known={known}
            isReasonNeeded={isStaffPicks}
            error={fieldState.error?.message}
            focusRef={ref}
            onChange={onChange}
            onFound={(item) => learn(new Map([[item._id, item]]))}
          />
        )}
      />
      <CheckField label="Published: everybody can see it" {...edit.form.register('published')} />
      {collection?.published && (
        <p>
          <a href={pathWithId(pagePaths.collection, collection.slug)} target="_blank" rel="noreferrer">
            See it in the shop (opens a tab)
          </a>
        </p>
      )}
    </EditForm>
  );
}

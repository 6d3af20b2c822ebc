import { ABOUT_MAX, AboutDraft, type EditorPerson, SeriesAboutDraft } from '@satrangi/contracts';
import { personPath, seriesPath } from '@satrangi/contracts/pure';
import { Button, Field, scriptProps, TextArea } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { withReason } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { creatorTexts } from './creator-queries.ts';
import { deleteWords } from './delete-words.ts';

const labels = { text: 'Words', language: 'Language' } as const;

/** What is different in the form of a series. */
const kinds = {
  person: {
    schema: AboutDraft,
    hint: 'Write only what they themselves want said, and ask them first. Plain text; an empty line begins a paragraph. They may ask you to change or delete it at any time.',
    pathOf: personPath,
    link: 'See their page in the shop (opens a tab)',
  },
  series: {
    schema: SeriesAboutDraft,
    hint: 'What the series is, and for whom. Of people write only what they themselves want said, and ask them first. Plain text; an empty line begins a paragraph.',
    pathOf: seriesPath,
    link: 'See its page in the shop (opens a tab)',
  },
} as const;

const storedOf = ({ about, version }: EditorPerson): Stored<AboutDraft> => ({
  values: about ?? { text: '', language: 'en' },
  revision: String(version),
});

const useCreatorForm = (person: EditorPerson) => {
  const { personId, kind } = person;
  const client = useQueryClient();
  return useEditForm<AboutDraft, AboutDraft>({
    tab: 'creators',
    id: personId,
    schema: kinds[kind].schema,
    stored: storedOf(person),
    labels,
    // what is typed about people does not stay in the browser
    draftPlace: 'tab',
    save: async (body, version) => {
      const saved = await api.catalog.savePersonAbout({ params: { personId }, body }, ifMatch(version));
      void client.invalidateQueries({ queryKey: ['creators'] });
      return storedOf(saved);
    },
    failure: (error) => withReason(creatorTexts.saveFailed, error, ': '),
    theirs: ({ data }) => {
      // the problem of a refused save has the stored words, by contract
      const current = data?.current as EditorPerson | undefined;
      return current ? storedOf(current) : null;
    },
  });
};

/** The editor of the words about a person or a series. */
export function CreatorForm({ person }: { person: EditorPerson }) {
  const client = useQueryClient();
  const { close } = useOpened();
  const { kind, name, total, about } = person;
  const { hint, pathOf, link } = kinds[kind];
  const edit = useCreatorForm(person);
  const [text, language] = edit.form.watch(['text', 'language']);
  const [isDeleted, setDeleted] = useState(false);
  // once nothing typed is left, closing asks no question
  useEffect(() => {
    if (isDeleted && !edit.hasChanges) close();
  }, [isDeleted, edit.hasChanges, close]);
  const remove = (): void => {
    // the version that is on the screen: newer words are kept
    deleteWords(client, { ...person, version: Number(edit.seenRevision()) });
    edit.load(storedOf(person));
    setDeleted(true);
  };
  return (
    <EditForm
      edit={edit}
      label={`Words about ${name}`}
      actions={
        about && (
          <Button tone="quiet" onClick={remove}>
            Delete the words
          </Button>
        )
      }
    >
      <TextArea
        label={labels.text}
        rows={9}
        hint={
          <>
            {hint}{' '}
            <span className="num">
              {text.length} of {ABOUT_MAX} characters.
            </span>
          </>
        }
        {...scriptProps(text, language)}
        {...edit.field('text')}
      />
      <Field
        label={labels.language}
        autoComplete="off"
        hint="Of these words, as a code: en, hi, mr, ta, bn, ur"
        {...edit.field('language')}
      />
      {total > 0 && (
        <p>
          <a href={pathOf(name)} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
      )}
    </EditForm>
  );
}

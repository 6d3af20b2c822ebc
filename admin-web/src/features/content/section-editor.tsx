import { type EditorSection, SECTION_MAX_BYTES, sectionsApi } from '@satrangi/contracts';
import { escapeMarkup, type PageText, paragraphsOf } from '@satrangi/contracts/pure';
import { Button, plainTextOf, TextArea } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { RichTextField } from '../../lib/edit-form/rich-text-field.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { usePicturePicker } from '../../lib/picture-picker.tsx';
import styles from './content.module.css';
import { putSection } from './content-queries.ts';
import { StatusSwitch } from './status-switch.tsx';
import { VersionHistory } from './version-history.tsx';

/** What Deploy needs of the section that is open. */
export type OpenSection = { readonly hasChanges: boolean; readonly save: () => Promise<boolean> };

const Text = z.object({
  text: sectionsApi.saveSection.body.shape.content.refine(
    (text) => new TextEncoder().encode(text).length <= SECTION_MAX_BYTES,
    'A section can have at most 64 kB of text',
  ),
});
type Text = z.input<typeof Text>;

const labels = { text: 'Text' };

/** The exact sentence, and the reason of the service when the text is invalid. */
const failureOf = (error: unknown): string => {
  const isOurs = error instanceof CallError && [400, 404, 409, 413].includes(error.status);
  return isOurs ? `Error saving content. ${messageOf(error)}` : 'Error saving content.';
};

/** What the field shows of a stored text: plain texts are stored as HTML too. */
const toField = (content: string, isPlain: boolean): string =>
  isPlain ? paragraphsOf(content).join(' ') : content;

type Props = {
  readonly sectionKey: string;
  /** undefined: the page shows its built-in text, and the first save adds the section. */
  readonly section: EditorSection | undefined;
  /** The static definition of this key. */
  readonly known: PageText | undefined;
  readonly openSection: RefObject<OpenSection | null>;
  /** Called with each text, also before it is saved. */
  readonly onText: (content: string) => void;
};

/** Saves over the revision that was opened; a text that has no section yet is added, never written over another. */
const send = async (
  { sectionKey: key, section }: Pick<Props, 'sectionKey' | 'section'>,
  content: string,
  revision: string,
) =>
  section
    ? api.cms.saveSection({ body: { key, content } }, ifMatch(revision))
    : api.cms.addSection({ body: { key, content } });

/** The form of a section's text. `missing`: what its policy has to name and does not, after a save. */
const useSectionForm = ({ sectionKey, section, known }: Pick<Props, 'sectionKey' | 'section' | 'known'>) => {
  const client = useQueryClient();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const isPlain = known?.kind === 'plain';
  const toContent = (text: string): string => (isPlain ? escapeMarkup(text) : text);
  const storedOf = ({ content, revision }: EditorSection): Stored<Text> => ({
    values: { text: toField(content, isPlain) },
    revision,
  });
  const edit = useEditForm<Text, Text>({
    tab: 'content',
    id: sectionKey,
    schema: Text,
    stored: section ? storedOf(section) : { values: { text: known?.fallback ?? '' }, revision: '' },
    labels,
    words: isPlain ? {} : { text: (value) => plainTextOf(String(value)) },
    save: async ({ text }, revision) => {
      const saved = await send({ sectionKey, section }, toContent(text), revision);
      putSection(client, saved);
      setMissing(saved.missingTerms ?? []);
      void client.invalidateQueries({ queryKey: ['cms'] });
      return storedOf(saved);
    },
    failure: failureOf,
    theirs: ({ data }) => (data?.current ? storedOf(data.current as EditorSection) : null),
  });
  return { edit, missing, toContent, storedOf };
};

/** The text of one section: a plain field or formatted text, by what its place on the page can show. */
export function SectionEditor({ sectionKey, section, known, openSection, onText }: Props) {
  const [showsHistory, setShowsHistory] = useState(false);
  const picker = usePicturePicker();
  const isPlain = known?.kind === 'plain';
  const { edit, missing, toContent, storedOf } = useSectionForm({ sectionKey, section, known });
  useImperativeHandle(openSection, () => ({ hasChanges: edit.hasChanges, save: edit.save }));
  const text = edit.form.watch('text');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text is news
  useEffect(() => onText(toContent(text)), [text]);
  const label = known?.label ?? sectionKey;
  return (
    <section aria-label={label} className={styles.editor}>
      <div className={styles.editorHead}>
        <h2>{label}</h2>
        <code>{sectionKey}</code>
        {section && <StatusSwitch section={section} seenRevision={edit.seenRevision} />}
      </div>
      {!section && (
        <p className="muted">The page shows its built-in text. Saving puts this one in its place.</p>
      )}
      <EditForm
        edit={edit}
        label={`Text of ${sectionKey}`}
        actions={section && <Button onClick={() => setShowsHistory(true)}>Version History</Button>}
      >
        {isPlain ? (
          <TextArea
            label={labels.text}
            rows={known.max > 100 ? 5 : 2}
            hint={`${text.length} of ${known.max} characters; the page cuts what is longer.`}
            {...edit.field('text')}
          />
        ) : (
          <RichTextField edit={edit} name="text" label={labels.text} pickPicture={picker.pick} />
        )}
      </EditForm>
      {missing.length > 0 && (
        <p role="alert" className={styles.warning}>
          Saved. This policy has to name, and does not: {missing.join(', ')}.
        </p>
      )}
      {section && showsHistory && (
        <VersionHistory
          section={section}
          hasChanges={edit.hasChanges}
          onRestored={(restored) => edit.load(storedOf(restored))}
          onClose={() => setShowsHistory(false)}
        />
      )}
      {picker.dialog}
    </section>
  );
}

import type { EditorSection } from '@satrangi/contracts';
import { GENERAL_PAGE, pageOfKey, type TextSection } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Picker } from '../../lib/picker.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import styles from './content.module.css';
import { FIRST_PAGE, pagesQuery, sectionsQuery, textsQuery } from './content-queries.ts';
import { DeletedSections } from './deleted-sections.tsx';
import { DeployResult, Snapshots, useDeploy } from './deploy.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { AddSection } from './section-dialogs.tsx';
import { type OpenSection, SectionEditor } from './section-editor.tsx';
import { SectionList } from './section-list.tsx';

type Typed = { readonly key: string; readonly content: string };

/** The sections of a page as the preview shows them: with the text of the editor in place of the stored one. */
const previewOf = (sections: readonly EditorSection[], typed: Typed | null): TextSection[] => {
  const all = sections.map(({ key, content }) => (typed?.key === key ? typed : { key, content }));
  return typed && !all.includes(typed) ? [...all, typed] : all;
};

/** `panel=` of the list of deleted sections. */
const DELETED = 'deleted';

const NO_SECTIONS: readonly EditorSection[] = [];

type Change = ReturnType<typeof useAddress>['change'];

type Props = {
  isBusy: boolean;
  change: Change;
  onDeploy: () => void;
};

function ContentHead({ isBusy, change, onDeploy }: Props) {
  return (
    <TabHead title="Site Content">
      <Button size="s" onClick={() => change({ panel: DELETED })}>
        Deleted sections
      </Button>
      <Button size="s" onClick={() => change({ panel: 'snapshots' })}>
        Snapshots
      </Button>
      <Button tone="primary" aria-disabled={isBusy} onClick={onDeploy}>
        {isBusy ? 'Deploying…' : 'Deploy Site Content'}
      </Button>
    </TabHead>
  );
}

/** The deleted sections or the snapshots, beside the page. */
function SidePanel({ panel, change }: { panel: string; change: Change }) {
  return (
    <>
      {panel === DELETED && (
        <DeletedSections
          onRestored={(restored) => change({ panel: null, key: restored, of: pageOfKey(restored) })}
          onClose={() => change({ panel: null })}
        />
      )}
      {panel === 'snapshots' && <Snapshots onClose={() => change({ panel: null })} />}
    </>
  );
}

/** Texts of the site: the pages, the sections of one, its editor, and the page itself in a frame (checklist ADM-19). */
export function SiteContent() {
  const { get, change } = useAddress();
  const key = get('key');
  const page = get('of') || (key ? pageOfKey(key) : FIRST_PAGE);
  const pages = useQuery(pagesQuery);
  const query = useQuery(sectionsQuery(page));
  const texts = useQuery(textsQuery(page)).data;
  const openSection = useRef<OpenSection>(null);
  const { state, deploy } = useDeploy(openSection);
  const [typed, setTyped] = useState<Typed | null>(null);
  const onText = useCallback((content: string) => setTyped({ key, content }), [key]);
  const sections = query.data ?? NO_SECTIONS;
  const current = pages.data?.find(({ id }) => id === page);
  const title = current?.title ?? page;
  const path = current?.path ?? null;
  const isKnownKey = key !== '' && (sections.some((each) => each.key === key) || Boolean(texts?.[key]));
  const shown = useMemo(() => previewOf(sections, typed?.key === key ? typed : null), [sections, typed, key]);
  const openKey = (next: string | null): void => change({ key: next, of: next ? pageOfKey(next) : page });
  return (
    <>
      <ContentHead isBusy={state.isBusy} change={change} onDeploy={() => void deploy()} />
      <DeployResult state={state} onRetry={() => void deploy()} />
      <div className={styles.desk} data-open={key === '' ? undefined : ''}>
        <div className={styles.tree}>
          <Loaded query={pages} loading="Loading pages" error="Failed to sync with backend." height="3rem">
            {(list) => (
              <Picker
                label="Page"
                value={page}
                options={list.map(({ id, title: name, sections: keys }) => [id, `${name} (${keys.length})`])}
                onPick={(of) => change({ of, key: null })}
              />
            )}
          </Loaded>
          <Loaded query={query} loading="Loading sections" error="Failed to sync with backend.">
            {(list) => (
              <>
                <SectionList page={page} sections={list} texts={texts ?? {}} opened={key} onOpen={openKey} />
                <AddSection key={page} page={page} title={title} sections={list} onAdded={openKey} />
              </>
            )}
          </Loaded>
        </div>
        <div className={styles.middle}>
          {key !== '' && (
            <Button size="s" tone="quiet" className={styles.back ?? ''} onClick={() => openKey(null)}>
              ← All sections of {title}
            </Button>
          )}
          {query.data && texts && isKnownKey && (
            <SectionEditor
              key={key}
              sectionKey={key}
              section={sections.find((each) => each.key === key)}
              known={texts[key]}
              openSection={openSection}
              onText={onText}
            />
          )}
          {query.data && texts && key !== '' && !isKnownKey && (
            <p role="alert">There is no section ‘{key}’. Choose one in the list, or add it.</p>
          )}
          {key === '' && <p className="muted">Choose a section to edit its text.</p>}
        </div>
        {path && page !== GENERAL_PAGE && <PreviewFrame title={title} path={path} sections={shown} />}
      </div>
      <SidePanel panel={get('panel')} change={change} />
    </>
  );
}

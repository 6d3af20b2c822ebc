import { DRIVE_LINK_INVALID, driveFileIdOf } from '@satrangi/contracts/pure';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { CallError } from '../../lib/http.ts';
import { mediaFormTexts } from './media-form-texts.ts';

/** The states of the check (checklist ADM-10). */
type CheckState = 'idle' | 'loading' | 'ok' | 'no-access' | 'not-found' | 'error';

type Check = {
  readonly state: CheckState;
  /** The link that the state is about. */
  readonly link: string;
  readonly text: string;
};

const stateOf = (status: number): CheckState =>
  status === 403 ? 'no-access' : status === 404 ? 'not-found' : 'error';
const textOf = { 'no-access': mediaFormTexts.noAccess, 'not-found': mediaFormTexts.notFound } as const;

/**
 * Asks whether the service account can read the file of a link. Only the answer for the newest link counts.
 * @param stored the link that is saved: it may be saved again without a check
 */
export const useDriveCheck = (stored: string | null) => {
  const [check, setCheck] = useState<Check>({ state: 'idle', link: stored ?? '', text: '' });
  const newest = useRef(0);

  const run = async (given: string): Promise<void> => {
    const link = given.trim();
    newest.current += 1;
    const own = newest.current;
    const set = (state: CheckState, text: string): void => {
      if (own === newest.current) setCheck({ state, link, text });
    };
    if (link === '') return set('error', mediaFormTexts.linkMissing);
    if (driveFileIdOf(link) === null) return set('error', DRIVE_LINK_INVALID);
    set('loading', 'Checking …');
    try {
      const { meta } = await api.catalog.verifyDriveLink({ query: { driveLink: link } });
      set('ok', `Checked: ${meta.name} (${meta.mimeType})`);
    } catch (error) {
      const state = stateOf(error instanceof CallError ? error.status : 0);
      set(state, state === 'error' ? mediaFormTexts.checkFailed : textOf[state as keyof typeof textOf]);
    }
  };

  /** Why a save is held back, or null (checklist ADM-11). @param stored the link that is saved now */
  const blockOf = (link: string | null, saved: string | null): string | null => {
    const present = link?.trim() ?? '';
    if (present === '') return null;
    const isChecked = check.link === present && check.state !== 'idle' && check.state !== 'loading';
    if (isChecked) return check.state === 'ok' ? null : mediaFormTexts.linkBad;
    return present === (saved ?? '') ? null : mediaFormTexts.linkChanged;
  };
  return { check, run, blockOf } as const;
};

export type DriveCheck = ReturnType<typeof useDriveCheck>;

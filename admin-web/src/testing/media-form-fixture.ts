import { type EditorItem, type MediaDraft, MediaId } from '@satrangi/contracts';
import { anEditorItem } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { newDraft } from '../features/media/form-fields.ts';
import type { openAdmin } from './open-admin.tsx';

export const LINK = 'https://drive.google.com/file/d/1234567890abc/view';

export const OTHER = 'https://drive.google.com/file/d/abcdefghij123/view';

export const meta = { id: '1', name: 'film.mp4', mimeType: 'video/mp4', webViewLink: null };

export const item = (values: Partial<EditorItem> = {}, draft: Partial<MediaDraft> = {}): EditorItem =>
  anEditorItem({
    _id: MediaId.parse('one'),
    title: 'Night Bus',
    draftRevision: 'r1',
    ...values,
    draft: {
      ...newDraft(),
      title: 'Night Bus',
      author: 'Jerusha Pinto',
      description: 'A bus.',
      transcript: null,
      ...draft,
    },
  });

/** The form comes as a chunk of its own. */
export const form = () => screen.findByRole('form', undefined, { timeout: 10_000 });

export const save = async (user: ReturnType<typeof openAdmin>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

import { FakeProblem } from '@satrangi/contracts/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { transport } from '../lib/transport.ts';
import { item, shelf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => localStorage.clear());

const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('admin-draft:'));
const slow = { timeout: 10_000 };

it.each([
  ['Set price', 'Price in rupees', '229'],
  ['Content notes', 'Content notes', 'grief'],
])('%s: what was typed is kept until it is applied or thrown away (P82)', async (act, label, text) => {
  const openQuestion = async () => {
    const { answers, sent } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Book one' }));
    await user.click(screen.getByRole('button', { name: act }));
    const dialog = within(await screen.findByRole('dialog', {}, slow));
    return { user, dialog, sent, field: dialog.getByLabelText<HTMLInputElement>(label) };
  };
  const first = await openQuestion();
  await first.user.type(first.field, text);
  cleanup();
  const second = await openQuestion();
  expect(second.field.value).toBe(text);
  await second.user.click(second.dialog.getByRole('button', { name: 'Throw it away' }));
  expect(second.field.value).toBe('');
  expect(drafts()).toEqual([]);
  await second.user.type(second.field, text);
  expect(drafts()).toHaveLength(1);
  await second.user.click(second.dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(second.sent).toHaveLength(1));
  expect(drafts()).toEqual([]);
});

it('the language of captions is kept until they are stored (P82)', async () => {
  vi.spyOn(transport, 'withProgress').mockImplementation(() => (input, init) => fetch(input, init));
  const film = item('one', { mediaType: 'shortfilm' }, { mediaType: 'short-film' });
  const open = async () => {
    const { user } = openAdmin('/?tab=media&open=shortfilm:one', {
      catalog: {
        listEditorMedia: () => ({ items: [film], total: 1, nextCursor: null }),
        getShortFilmDraft: () => film,
        uploadShortFilmCaptions: () => ({ ...film, warnings: [] }),
      },
    });
    return {
      user,
      field: await screen.findByLabelText<HTMLInputElement>('Language of the captions', {}, slow),
    };
  };
  const first = await open();
  await first.user.clear(first.field);
  await first.user.type(first.field, 'mr');
  cleanup();
  const { user, field } = await open();
  expect(field.value).toBe('mr');
  const file = new File(['WEBVTT'], 'a.vtt', { type: 'text/vtt' });
  await user.upload(screen.getByLabelText('Captions'), file);
  expect(await screen.findByText('a.vtt is stored.')).toBeTruthy();
  expect(drafts()).toEqual([]);
});

it('the day of a reconciliation is kept until it has run (P82)', async () => {
  let isDown = true;
  const open = async () => {
    const { user } = openAdmin('/?tab=orders&view=reconciliation', {
      payments: {
        listReconciliations: () => [],
        runReconciliation: ({ body }) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return {
            day: body.day,
            ranAt: '2026-11-20T10:00:00.000Z',
            isClean: true,
            moneyDiffPaise: 0,
            providers: [],
            differences: [],
          };
        },
      },
    });
    return { user, field: await screen.findByLabelText<HTMLInputElement>('Reconcile a day now') };
  };
  const first = await open();
  await first.user.type(first.field, '2026-11-18');
  await first.user.click(screen.getByRole('button', { name: 'Reconcile' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  cleanup();
  isDown = false;
  const { user, field } = await open();
  expect(field.value).toBe('2026-11-18');
  await user.click(screen.getByRole('button', { name: 'Reconcile' }));
  expect(await screen.findByText(/^18 Nov 2026: Clean/)).toBeTruthy();
  expect(drafts()).toEqual([]);
});

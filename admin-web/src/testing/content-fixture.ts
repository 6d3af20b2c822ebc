import type { EditorSection, SectionStatus } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { openAdmin } from './open-admin.tsx';

export const AT = '2026-11-20T10:00:00.000Z';

const PAGES = [
  { id: 'home', title: 'Home', path: '/', sections: ['home.mission', 'home.notice'] },
  { id: 'General', title: 'General', path: null, sections: [] },
];

export const aSection = (key: string, content: string, more: Partial<EditorSection> = {}): EditorSection => ({
  _id: key,
  key,
  page: 'home',
  content,
  status: 'published',
  updatedAt: AT,
  revision: `rev-${content}`,
  isPublic: true,
  hasDraftChanges: false,
  ...more,
});

/** A cms that keeps sections in memory; `fakes` replaces single answers. */
export const openContent = (address: string, fakes: object = {}) => {
  let sections = [aSection('home.mission', 'We &amp; you'), aSection('home.notice', '<p>one two</p>')];
  let deleted: EditorSection[] = [];
  const find = (key: string): EditorSection => {
    const section = sections.find((each) => each.key === key);
    if (!section) throw new FakeProblem('not-found', 'Section not found');
    return section;
  };
  const put = (next: EditorSection): EditorSection => {
    sections = sections.some(({ _id }) => _id === next._id)
      ? sections.map((each) => (each._id === next._id ? next : each))
      : [...sections, next];
    return next;
  };
  const cms = {
    listRealPages: () => PAGES,
    listPageSections: () => sections,
    saveSection: ({ body: { key, content } }: { body: { key: string; content: string } }) =>
      put({ ...find(key), content, revision: `rev-${content}` }),
    addSection: ({ body: { key, content } }: { body: { key: string; content?: string } }) =>
      put(aSection(key, content ?? '')),
    reorderSections: ({ body: { order } }: { body: { order: string[] } }) => {
      sections = order.map(find);
      return { ok: true, order };
    },
    renameSection: ({
      params: { key },
      body: { newKey },
    }: {
      params: { key: string };
      body: { newKey: string };
    }) => put({ ...find(key), key: newKey }),
    deleteSection: ({ params: { key } }: { params: { key: string } }) => {
      deleted = [find(key), ...deleted];
      sections = sections.filter((each) => each.key !== key);
      return { ok: true };
    },
    listDeletedSections: () =>
      deleted.map(({ _id, key, page }) => ({
        _id,
        key,
        page,
        deletedAt: AT,
        keptUntil: '2026-12-20T10:00:00.000Z',
      })),
    undeleteSection: ({ params: { key } }: { params: { key: string } }) => {
      const back = deleted.find((each) => each.key === key) ?? aSection(key, 'back');
      deleted = deleted.filter((each) => each !== back);
      return put(back);
    },
    listVersions: () => [
      { status: 'published', updatedAt: AT, content: '<p>one three</p>', by: null },
      { status: 'draft', updatedAt: '2026-11-19T10:00:00.000Z', content: '<p>older</p>', by: null },
    ],
    rollbackSection: ({ params: { key } }: { params: { key: string } }) =>
      put({ ...find(key), content: '<p>older</p>', revision: 'rev-older' }),
    setSectionStatus: ({
      params: { key },
      body: { status },
    }: {
      params: { key: string };
      body: { status: SectionStatus };
    }) => put({ ...find(key), status, revision: `rev-${status}` }),
    deploy: () => ({ ok: true, revision: 7, deployedAt: AT }),
    listSnapshots: () => [{ revision: 6, at: AT, by: null, sections: 12, hook: 'delivered' }],
    restoreSnapshot: () => ({ ok: true, restored: ['home.mission'] }),
    uploadImage: () => ({ url: '/api/cms/images/abc.png', width: 10, height: 10 }),
    ...fakes,
  };
  // the fakes answer the fields that the page reads
  const opened = openAdmin(address, { cms: cms as never });
  const sent = (method: string, path: string) =>
    opened.fetched.mock.calls.filter(
      ([url, init]) => (init?.method ?? 'GET') === method && String(url).includes(path),
    );
  return { ...opened, sent, present: () => sections };
};

export const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text');

export const fail = (): never => {
  throw new FakeProblem('unavailable', 'Not now');
};

export const confirm = async (
  user: ReturnType<typeof openContent>['user'],
  title: string,
  action: string,
) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.click(dialog.getByRole('button', { name: action }));
};

export const initOf = (call: Parameters<typeof fetch> | undefined): RequestInit => call?.[1] ?? {};

export const bodyOf = (call: Parameters<typeof fetch> | undefined) => JSON.parse(String(initOf(call).body));

export const ifMatchOf = (call: Parameters<typeof fetch> | undefined): string | null =>
  new Headers(initOf(call).headers).get('if-match');

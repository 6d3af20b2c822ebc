/** P81: admins change the same thing at once, thirty in a nightly run, in each editor of the back office; no change is lost. */
import {
  catalogApi,
  cmsApi,
  createClient,
  type Endpoint,
  identityApi,
  publishingApi,
  virtualRunApi,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { httpRequest, type Reply } from './support/http-request.ts';
import { isNightly } from './support/looks.ts';
import { usePlatform } from './support/opened.ts';

/** Their attempts grow with the square. */
const ADMINS = isNightly ? 30 : 12;
/** More than each admin needs when every attempt of the others comes first. */
const ATTEMPTS = 200;

/** What an admin has opened: the text, and how to save another one over exactly this one. */
type Opened = {
  readonly text: string;
  readonly save: (text: string) => Promise<Reply>;
};
type Editor = { readonly open: () => Promise<Opened>; readonly read: () => Promise<string> };

const platform = usePlatform({ SUBMISSIONS_PER_HOUR: '1000', UPLOADS_PER_HOUR: '1000' });
const clientOf = <Api extends Record<string, Endpoint>>(api: Api) =>
  createClient(api, { baseUrl: platform.api, token: () => platform.admin.token });
const put = (path: string, json: object, headers: Record<string, string> = {}, method = 'PUT') =>
  httpRequest(`${platform.api}${path}`, { method, token: platform.admin.token, json, headers });
const textIn = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

const mediaEditor = async (): Promise<Editor> => {
  const catalog = clientOf(catalogApi);
  const params = { id: platform.books.cheap };
  const find = () => catalog.getEbookDraft({ params });
  return {
    read: async () => String((await find()).draft.description),
    open: async () => {
      const { draft, draftRevision } = await find();
      return {
        text: String(draft.description),
        save: (description) =>
          put(`/admin/ebooks/${params.id}`, { ...draft, description }, { 'if-match': `"${draftRevision}"` }),
      };
    },
  };
};

const sectionEditor = async (): Promise<Editor> => {
  const cms = clientOf(cmsApi);
  const key = 'lost.updates';
  await cms.saveSection({ body: { key, content: '<p>Begin</p>' } });
  const find = async () => {
    const section = await cms.getSection({ params: { key }, query: { draft: '1' } });
    if (!('revision' in section)) throw new Error('an admin gets the revision');
    return section;
  };
  return {
    read: async () => textIn((await find()).content),
    open: async () => {
      const { content, updatedAt, revision } = await find();
      return {
        text: textIn(content),
        save: (text) =>
          put(
            '/cms/sections',
            { key, updatedAt, content: `<p>${text}</p>` },
            { 'if-match': `"${revision}"` },
          ),
      };
    },
  };
};

const blogEditor = async (): Promise<Editor> => {
  const cms = clientOf(cmsApi);
  const { _id: id } = await cms.createBlog({
    body: { title: 'A post', author: 'Nobody', content: '<p>Begin</p>', published: true },
  });
  const find = () => cms.getBlog({ params: { id } });
  return {
    read: async () => textIn((await find()).content),
    open: async () => {
      const { title, author, content, published, updatedAt } = await find();
      return {
        text: textIn(content),
        save: (text) =>
          put(`/cms/blogs/${id}`, { title, author, published, updatedAt, content: `<p>${text}</p>` }),
      };
    },
  };
};

const letterEditor = async (): Promise<Editor> => {
  const cms = clientOf(cmsApi);
  const { _id: id } = await cms.createLetter({ body: { subject: 'News', content: '<p>Begin</p>' } });
  const find = () => cms.getLetter({ params: { id } });
  return {
    read: async () => textIn((await find()).content),
    open: async () => {
      const { subject, preheader, content, updatedAt } = await find();
      return {
        text: textIn(content),
        save: (text) =>
          put(`/newsletter/letters/${id}`, { subject, preheader, updatedAt, content: `<p>${text}</p>` }),
      };
    },
  };
};

const registrationEditor = async (): Promise<Editor> => {
  const run = clientOf(virtualRunApi);
  const { _id: id } = await run.createRegistration({
    body: { name: 'Runner', email: 'runner@platform.example' },
  });
  const find = async () => {
    const { results } = await run.listRegistrations();
    const found = results.find(({ _id }) => _id === id);
    if (!found) throw new Error('the registration is not listed');
    return found;
  };
  return {
    read: async () => (await find()).additionalInfo,
    open: async () => {
      const { additionalInfo, revision, name, email } = await find();
      return {
        text: additionalInfo,
        save: (text) =>
          put(
            `/admin/virtual-run/registrations/${id}`,
            { name, email, revision, additionalInfo: text },
            {},
            'PATCH',
          ),
      };
    },
  };
};

const eventEditor = async (): Promise<Editor> => {
  const run = clientOf(virtualRunApi);
  const find = () => run.getEvent();
  return {
    read: async () => (await find()).tagline,
    open: async () => {
      const { _id, ...event } = await find();
      return {
        text: event.tagline,
        save: (tagline) => put('/admin/virtual-run/event', { ...event, tagline }),
      };
    },
  };
};

const submissionEditor = async (): Promise<Editor> => {
  const author = createClient(publishingApi, { baseUrl: platform.api });
  const file = new File(
    ['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
    'work.pdf',
    {
      type: 'application/pdf',
    },
  );
  const { driveLink } = await author.uploadDrive({ files: { file } });
  await author.submit({
    body: {
      name: 'Zoya',
      email: 'zoya@platform.example',
      title: 'Of the road',
      description: 'Nine hours on the road, two seats, and a letter that nobody was meant to read aloud.',
      driveLink,
      media: 'oral-history',
    },
  });
  const publishing = clientOf(publishingApi);
  const { results } = await publishing.listSubmissions({ query: { search: 'Of the road' } });
  const params = { id: results[0]?._id ?? '' };
  const find = () => publishing.getSubmission({ params });
  const textOf = ({ notes }: { readonly notes: readonly { readonly text: string }[] }): string =>
    notes.map(({ text }) => text).join(' ');
  return {
    read: async () => textOf(await find()),
    open: async () => {
      const found = await find();
      const before = textOf(found);
      return {
        text: before,
        // a note is added, not replaced
        save: (text) =>
          put(
            `/publishing/submissions/${params.id}`,
            { note: text.slice(before.length).trim() },
            { 'if-match': `"${found.version}"` },
            'PATCH',
          ),
      };
    },
  };
};

const userEditor = async (): Promise<Editor> => {
  const identity = clientOf(identityApi);
  const { userId } = await platform.newReader();
  const find = async () => {
    const { items } = await identity.listUsers({ query: { q: userId } });
    const [found] = items;
    if (!found) throw new Error('the account is not listed');
    return found;
  };
  // short marks: a name has at most 120 characters
  return {
    read: async () => (await find()).name,
    open: async () => {
      const { name, email, role, revision } = await find();
      return {
        text: name,
        save: (text) =>
          put(`/admin/users/${userId}`, { name: text, email, role }, { 'if-match': `"${revision}"` }),
      };
    },
  };
};

/** Adds a mark to the text that is there, again after each conflict, as an admin who reads the other text does. */
const addMark = async ({ open }: Editor, mark: string): Promise<number> => {
  for (let conflicts = 0; conflicts < ATTEMPTS; conflicts += 1) {
    const { text, save } = await open();
    const { status, text: answer } = await save(`${text} ${mark}`.trim());
    if (status === 200) return conflicts;
    if (status !== 409) throw new Error(`a save answers ${status}: ${answer.slice(0, 200)}`);
  }
  throw new Error('no attempt counted');
};

describe('P81: admins who save at the same time', () => {
  it.each([
    ['media', mediaEditor],
    ['sections', sectionEditor],
    ['posts', blogEditor],
    ['letters', letterEditor],
    ['submissions', submissionEditor],
    ['registrations', registrationEditor],
    ['the event of the run', eventEditor],
    ['users', userEditor],
  ] as const)(`lose no change of %s: ${ADMINS} admins, each with a change`, async (_name, editorOf) => {
    const editor = await editorOf();
    const marks = Array.from({ length: ADMINS }, (_, n) => `m${n.toString(36)}`);
    const conflicts = await Promise.all(marks.map((mark) => addMark(editor, mark)));
    const stored = (await editor.read()).split(/\s+/);

    expect(marks.filter((mark) => !stored.includes(mark))).toEqual([]);
    // without a conflict nothing was tested
    expect(conflicts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });
});

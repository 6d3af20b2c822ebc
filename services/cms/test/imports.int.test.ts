/** Import of Google documents into posts and letters. */
import { driveNotSetUp } from '@satrangi/chassis';
import { pngOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { fetchGoogle } from '../src/imports/fetch-google.ts';
import { readDocument } from '../src/imports/read-document.ts';
import { refusal } from './boot-cms.ts';
import { bootLetters, startMailServer } from './letters-fixture.ts';

const INVALID = 'Please enter a valid Google Docs URL (e.g., https://docs.google.com/document/d/...)';
const picture = `data:image/png;base64,${Buffer.from(pngOf(30, 20)).toString('base64')}`;
const html = [
  '<html><head><title>x</title><style>.c1{font-weight:700}.c2{font-style:italic}</style></head><body>',
  '<h1 onclick="alert(1)">Monsoon</h1><p class="c9"><span class="c1">Bold</span> and <span class="c2">quiet</span>',
  ' <a href="https://www.google.com/url?q=https://example.org/x&amp;sa=D">link</a></p>',
  '<script>alert(1)</script><img src="https://evil.example/pixel.gif" onerror="alert(1)"><a href="javascript:alert(1)">y</a>',
  `<img alt="A river" src="${picture}"></body></html>`,
].join('');

/** A cms with Google's sandbox, which answers for all hosts of Google. */
const bootImports = async (subscribers = 0) => {
  await using stack = new AsyncDisposableStack();
  const google = stack.use(await startMailServer());
  const cms = stack.use(await bootLetters(subscribers, { GOOGLE_BASE_URL: google.url }));
  const owned = stack.move();
  return {
    ...cms,
    google,
    document: async (fields: object = {}): Promise<string> => {
      const answer = await fetch(`${google.url}/sandbox/docs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Monsoon letters', content: html, ...fields }),
      });
      return ((await answer.json()) as { link: string }).link;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

describe('a document', () => {
  it('is previewed, and nothing is saved (CMS-20, CMS-35)', async () => {
    await using cms = await bootImports();
    const preview = await cms.editor.previewBlog({ body: { driveLink: await cms.document() } });

    expect(preview.title).toBe('Monsoon letters');
    expect(preview.pictures).toBe(2);
    expect(preview.content).toBe(
      '<h2>Monsoon</h2><p><strong>Bold</strong> and <em>quiet</em> <a href="https://example.org/x">link</a></p><a>y</a>',
    );
    expect(await cms.editor.listBlogs({ query: { all: '1' } })).toEqual([]);
    const { connection } = cms.service.internals.store;
    expect(await connection.collection('images').countDocuments()).toBe(0);
  });

  it('is imported as an unpublished post with its pictures on this site (CMS-21)', async () => {
    await using cms = await bootImports();
    const body = { driveLink: await cms.document(), persist: true, author: 'Asha' };
    const { blogId = '', content, message } = await cms.editor.importBlog({ body });

    expect(message).toBe('The document was imported as an unpublished post.');
    expect(content).toMatch(/<img src="\/api\/cms\/images\/[\w-]{22}\.png" alt="A river" \/>/);
    expect(content).not.toMatch(/evil|script|onerror|onclick/);
    const blog = await cms.editor.getBlog({ params: { id: blogId }, query: { all: '1' } });
    expect(blog).toMatchObject({ title: 'Monsoon letters', author: 'Asha', published: false, content });
    const read = await cms.editor.importBlog({ body: { ...body, persist: false } });
    expect(read.blogId).toBeUndefined();
    expect((await refusal(cms.editor.importBlog({ body: { ...body, author: '' } }))).message).toBe(
      'Author required',
    );
  });

  it('that is not public is read by the service account (CMS-38)', async () => {
    await using cms = await bootImports();
    const preview = async (fields: object) =>
      cms.editor.previewBlog({ body: { driveLink: await cms.document({ isPublic: false, ...fields }) } });

    expect((await preview({})).content).toContain('Monsoon');
    const denied = await refusal(preview({ access: 'no-access' }));
    expect([denied.status, denied.message]).toEqual([
      403,
      'Service account does not have access to this file.',
    ]);
    const missing = await refusal(preview({ access: 'not-found' }));
    expect([missing.status, missing.message]).toEqual([404, 'File not found']);
  });

  it('that is not public, without a service account, answers in the same sentences (CMS-38)', async () => {
    await using cms = await bootImports();
    const read = readDocument({
      google: fetchGoogle(cms.google.url, { maxBytes: 1_000_000 }),
      drive: driveNotSetUp,
      storeImage: () => Promise.reject(new Error('no picture is copied')),
    });
    const link = async (fields: object) => read(await cms.document(fields), null);

    expect((await link({})).title).toBe('Monsoon letters');
    await expect(link({ isPublic: false })).rejects.toMatchObject({
      code: 'document-no-access',
      message: 'Service account does not have access to this file.',
    });
    const missing = `https://docs.google.com/document/d/${'x'.repeat(44)}/edit`;
    await expect(read(missing, null)).rejects.toMatchObject({
      code: 'document-not-found',
      message: 'File not found',
    });
  });

  it('is refused when it is too large, or has no text, or Google does not answer', async () => {
    await using cms = await bootImports();
    const preview = async (fields: object) =>
      cms.editor.previewBlog({ body: { driveLink: await cms.document(fields) } });

    expect((await refusal(preview({ content: `<p>${'x'.repeat(6_000_000)}</p>` }))).status).toBe(413);
    expect((await refusal(preview({ content: '<p> </p>' }))).message).toBe('This document has no text.');
    await cms.google.knob({ target: 'docs.content', status: 503, times: 1 });
    expect((await refusal(preview({}))).status).toBe(503);
  });
});

describe('the server fetches nothing else (P53, CMS-39)', () => {
  it('links of other hosts are refused before any request', async () => {
    await using cms = await bootImports();
    const links = [
      'http://127.0.0.1:1/document/d/x',
      'https://evil.example/document/d/abcdefghijklmnopqrstuvwxyz',
      'x',
    ];
    for (const driveLink of links) {
      const refused = await refusal(cms.editor.previewBlog({ body: { driveLink } }));
      expect([refused.status, refused.message]).toEqual([400, INVALID]);
    }
    const sheet = await cms.document({ kind: 'spreadsheets', content: 'a,b' });
    expect((await refusal(cms.editor.previewBlog({ body: { driveLink: sheet } }))).status).toBe(400);
  });

  it('redirects to other hosts are not followed', async () => {
    await using cms = await bootImports();
    const path = `/docs/securesc/${/\/d\/([\w-]+)/.exec(await cms.document())?.[1]}`;
    const preview = async (redirectTo: string) =>
      cms.editor.previewBlog({
        body: { driveLink: await cms.document({ redirectTo, access: 'no-access' }) },
      });

    // the sandbox answers for every host: only the check of the host keeps the text away
    expect((await preview(`https://x.googleusercontent.com${path}`)).content).toContain('Monsoon');
    for (const origin of [
      'http://127.0.0.1',
      'https://evil.example',
      'http://x.googleusercontent.com',
      'https://x.googleusercontent.com.evil.example',
      'https://x.googleusercontent.com@evil.example',
      'https://x.googleusercontent.com:8443',
      '//evil.example',
      '',
    ])
      expect((await refusal(preview(origin + path))).status).toBe(403);
  });
});

describe('a letter from a document', () => {
  it('is imported as a draft; a spreadsheet has one paragraph for each row', async () => {
    await using cms = await bootImports();
    const letter = await cms.editor.importLetter({ body: { driveLink: await cms.document() } });
    expect(letter).toMatchObject({ subject: 'Monsoon letters' });
    const link = await cms.document({
      kind: 'spreadsheets',
      content: 'Title,Price\n"Rain, again",<b>5</b>\n',
    });
    const sheet = await cms.editor.importLetter({ body: { driveLink: link, subject: 'List' } });

    expect(sheet.content).toBe('<p>Title · Price</p><p>Rain, again · &lt;b&gt;5&lt;/b&gt;</p>');
    expect((await cms.editor.listLetters()).map(({ subject }) => subject).sort()).toEqual([
      'List',
      'Monsoon letters',
    ]);
  });

  it('is sent by one call, or to the caller only (CMS-23, CMS-24)', async () => {
    await using cms = await bootImports(3);
    const body = { subject: 'News', googleDocsUrl: await cms.document() };
    expect(await cms.editor.sendNewsletter({ body: { ...body, test: true } })).toMatchObject({ total: 1 });
    expect(await cms.mail.received()).toHaveLength(1);

    expect(await cms.editor.sendNewsletter({ body })).toMatchObject({ sent: 3, total: 3, state: 'done' });
    const [mail] = await cms.mail.received();
    expect(mail?.html).toMatch(/src="https:\/\/house\.test\/api\/cms\/images\//);
    const refused = await refusal(cms.editor.sendNewsletter({ body: { ...body, googleDocsUrl: 'x' } }));
    expect([refused.status, refused.message]).toEqual([400, INVALID]);
    expect((await refusal(cms.editor.sendNewsletter({ body: { ...body, subject: '' } }))).status).toBe(400);
  });

  it('with pictures, called twice, is one send', async () => {
    await using cms = await bootImports(2);
    const body = { subject: 'News', googleDocsUrl: await cms.document() };
    const called = await Promise.all([1, 2].map(() => cms.editor.sendNewsletter({ body })));
    called.push(await cms.editor.sendNewsletter({ body }));

    expect(new Set(called.map((answer) => ('sendId' in answer ? answer.sendId : ''))).size).toBe(1);
    expect(await cms.mail.received()).toHaveLength(2);
    const other = html.replace(
      picture,
      `data:image/png;base64,${Buffer.from(pngOf(31, 20)).toString('base64')}`,
    );
    const googleDocsUrl = await cms.document({ content: other });
    await cms.editor.sendNewsletter({ body: { ...body, googleDocsUrl } });
    expect(await cms.mail.received()).toHaveLength(4);
  });
});

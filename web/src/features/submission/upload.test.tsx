import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type FakeUpload, fakeUploads } from '../../testing/fake-uploads.ts';
import { openPage } from '../../testing/open-page.tsx';
import { publishingServers, STATUS_URL } from '../../testing/publishing-servers.ts';

const MB = 1024 * 1024;
const PART = 4 * MB;
const LINK = 'http://localhost:3000/api/publishing/files/upload-1#signature';

const fileOf = (bytes: number, name = 'बरसात.pdf', type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 });

const open = async () => {
  const submit = vi.fn((_input: { body: { driveLink: string } }) => ({
    success: true as const,
    message: 'Received.',
    number: 'SUB-1',
    statusUrl: STATUS_URL,
    receipt: null,
  }));
  const uploads = fakeUploads();
  const opened = openPage('/publishing', { server: publishingServers({ submit }) });
  const form = within(await screen.findByRole('form', { name: 'Submission' }));
  const choose = (file: File) =>
    // the browser filters by type; a reader can choose all files there
    userEvent.setup({ applyAccept: false }).upload(form.getByLabelText('Your file'), file);
  return { ...opened, form, uploads, choose, submit };
};
const offsetAnswer = (request: FakeUpload, offset: number) =>
  request.answer(204, '', { 'upload-offset': String(offset) });

describe('the upload of a small file (WEB-88, PUB-01)', () => {
  it('shows its progress, is complete only with the answer of the server, and can be removed', async () => {
    const { form, uploads, choose, user } = await open();
    await choose(fileOf(2 * MB));
    const request = await uploads.at(0);
    expect([request.method, request.url]).toEqual(['POST', '/api/publishing/upload-drive']);
    expect((request.body as FormData).get('file')).toBeInstanceOf(File);
    expect(form.getByText('Uploading to Drive...').getAttribute('role')).toBe('status');
    const bar = () => form.getByRole('progressbar').getAttribute('aria-valuenow');
    request.progress(MB);
    await waitFor(() => expect(bar()).toBe('50'));
    request.progress(3 * MB);
    await waitFor(() => expect(bar()).toBe('99'));
    expect(form.queryByLabelText(/^Or a link/)).toBeNull();
    request.answer(200, { driveLink: LINK });

    expect(await form.findByText('Upload complete! ✓')).toBeTruthy();
    expect(form.getByText('बरसात.pdf')).toBeTruthy();
    await waitFor(() => expect(form.queryByText('Upload complete! ✓')).toBeNull(), { timeout: 4_000 });
    await user.click(form.getByRole('button', { name: 'Remove बरसात.pdf' }));
    expect(document.activeElement).toBe(form.getByRole('button', { name: 'Choose a file' }));
    expect(form.getByLabelText(/^Or a link/)).toBeTruthy();
  });

  it('ends with Cancel, and the request with it', async () => {
    const { form, uploads, choose, user } = await open();
    await choose(fileOf(MB));
    const request = await uploads.at(0);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(request.isAborted()).toBe(true);
    expect(form.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
  });

  it.each([
    ['type', 'Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.', 'a.txt', 10],
    ['size', 'File too large. Maximum size is 100MB.', 'a.pdf', 100 * MB + 1],
  ])('refuses a wrong %s before sending (PUB-07, PUB-08)', async (_, sentence, name, size) => {
    const { form, uploads, choose } = await open();
    const file = fileOf(1, name, '');
    Object.defineProperty(file, 'size', { value: size });
    await choose(file);
    expect((await form.findByRole('alert')).textContent).toBe(sentence);
    expect(uploads.requests).toEqual([]);
  });

  it.each<[string, number, unknown, RegExp]>([
    [
      'its refusal',
      400,
      { code: 'validation-failed', status: 400, detail: 'Upload failed' },
      /^Upload failed$/,
    ],
    [
      'an error of the server',
      500,
      { code: 'internal', status: 500, detail: 'Something went wrong' },
      /^Server error - please check server logs$/,
    ],
    [
      'a page instead of an answer',
      413,
      '<html>',
      /^The server sent a page instead of an answer\. \(status 413, text\/html; charset=utf-8, \/api\/publishing\/upload-drive\)$/,
    ],
    ['a page with status 200', 200, '<html>', /^The server sent a page instead of an answer\./],
  ])('shows %s', async (_, status, body, sentence) => {
    const { form, uploads, choose } = await open();
    await choose(fileOf(MB));
    (await uploads.at(0)).answer(status, body);
    expect((await form.findByRole('alert')).textContent).toMatch(sentence);
    expect(form.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
  });

  it('tries again after a lost connection, at last fails in the exact words, and starts again on demand', async () => {
    const { form, uploads, choose, user } = await open();
    await choose(fileOf(MB));
    for (let tries = 0; tries < 6; tries += 1) {
      (await uploads.at(tries)).breakOff();
      expect(await form.findByText('The connection is lost. The upload goes on by itself.')).toBeTruthy();
      await user.click(form.getByRole('button', { name: 'Try now' }));
    }
    (await uploads.at(6)).breakOff();
    expect((await form.findByRole('alert')).textContent).toBe('Upload failed');
    await user.click(form.getByRole('button', { name: 'Try again' }));
    (await uploads.at(7)).answer(200, { driveLink: LINK });
    expect(await form.findByText('Upload complete! ✓')).toBeTruthy();
  });
});

describe('the upload of a large file', () => {
  const created = async (uploads: Awaited<ReturnType<typeof open>>['uploads'], bytes: number) => {
    const create = await uploads.at(0);
    expect([create.method, create.url]).toEqual(['POST', '/api/publishing/uploads']);
    expect(create.headers).toEqual({
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from('बरसात.pdf').toString('base64')},filetype ${btoa('application/pdf')}`,
    });
    create.answer(201, '', { location: '/api/publishing/uploads/upload-1' });
  };

  it('goes in parts, and goes on where a lost connection broke it off (PUB-01)', async () => {
    const { form, uploads, choose, user, submit } = await open();
    const bytes = 11 * MB;
    await choose(fileOf(bytes));
    await created(uploads, bytes);
    const first = await uploads.at(1);
    expect([first.method, first.url, first.headers['upload-offset'], (first.body as Blob).size]).toEqual([
      'PATCH',
      '/api/publishing/uploads/upload-1',
      '0',
      PART,
    ]);
    offsetAnswer(first, PART);
    const second = await uploads.at(2);
    second.progress(MB);
    await waitFor(() => expect(form.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('45'));
    second.breakOff();
    await user.click(await form.findByRole('button', { name: 'Try now' }));
    const headRequest = await uploads.at(3);
    expect([headRequest.method, headRequest.url]).toEqual(['HEAD', '/api/publishing/uploads/upload-1']);
    offsetAnswer(headRequest, PART + 100);
    const rest = await uploads.at(4);
    expect(rest.headers['upload-offset']).toBe(String(PART + 100));
    offsetAnswer(rest, 2 * PART + 100);
    offsetAnswer(await uploads.at(5), bytes);
    const finish = await uploads.at(6);
    expect(finish.url).toBe('/api/publishing/uploads/upload-1/finish');
    expect(form.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('99');
    finish.answer(200, { driveLink: LINK });

    expect(await form.findByText('Upload complete! ✓')).toBeTruthy();
    await user.type(form.getByLabelText('Name'), 'Zoya');
    await user.type(form.getByLabelText('Email'), 'zoya@example.org');
    await user.type(form.getByLabelText('Title of your work'), 'Night Bus');
    await user.selectOptions(form.getByLabelText('What is it?'), 'ebook');
    await user.type(form.getByLabelText('Description'), 'Nine hours on the road.');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Received.');
    expect(submit.mock.calls[0]?.[0].body.driveLink).toBe(LINK);
  });

  it('goes on after a reload when the same file is chosen again, and begins anew when the server has ended it', async () => {
    const bytes = 11 * MB;
    const first = await open();
    await first.choose(fileOf(bytes));
    await created(first.uploads, bytes);
    await first.uploads.at(1);
    cleanup();
    const { form, uploads, choose } = await open();
    expect(form.getByText(/did not end. Choose the same file/).textContent).toContain('बरसात.pdf');
    await choose(fileOf(bytes));
    const headRequest = await uploads.at(0);
    expect([headRequest.method, headRequest.url]).toEqual(['HEAD', '/api/publishing/uploads/upload-1']);
    headRequest.answer(410);
    expect((await uploads.at(1)).url).toBe('/api/publishing/uploads');
  });

  it('keeps a complete upload over a reload', async () => {
    const first = await open();
    await first.choose(fileOf(MB));
    (await first.uploads.at(0)).answer(200, { driveLink: LINK });
    await first.form.findByText('Upload complete! ✓');
    cleanup();
    const { form } = await open();
    expect(form.getByText('बरसात.pdf')).toBeTruthy();
    expect(form.queryByText('Upload complete! ✓')).toBeNull();
  });

  it('is waited for by Submit', async () => {
    const { form, uploads, choose, user, submit } = await open();
    await choose(fileOf(MB));
    await uploads.at(0);
    await user.type(form.getByLabelText('Name'), 'Zoya');
    await user.type(form.getByLabelText('Email'), 'zoya@example.org');
    await user.type(form.getByLabelText('Title of your work'), 'Night Bus');
    await user.selectOptions(form.getByLabelText('What is it?'), 'ebook');
    await user.type(form.getByLabelText('Description'), 'Nine hours on the road.');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect((await form.findByRole('alert')).textContent).toBe(
      'Please wait until the upload is complete, or cancel it.',
    );
    expect(submit).not.toHaveBeenCalled();
  });
});

/** Copies in a shared folder of Google Drive, through Google's SDK against the sandbox. */
import { expect, it } from 'vitest';
import { bootPublishing, draft, type PublishingFixture, refusal } from './boot-publishing.ts';
import { EICAR, startClamd } from './clamd.ts';
import { pdfOf } from './manuscripts.ts';

type InDrive = { id: string; name: string; bytes: number; parents: string[]; sha256: string };

const FOLDER = '0AFolderOfManuscripts';
const boot = (env: Record<string, string> = {}) => bootPublishing({ DRIVE_FOLDER_ID: FOLDER, ...env });

const inDrive = async ({ sandbox }: PublishingFixture): Promise<InDrive[]> =>
  (await (await fetch(`${sandbox.url}/sandbox/drive/files`)).json()) as InDrive[];
const setKnob = ({ sandbox }: PublishingFixture, knob: Record<string, unknown>) =>
  fetch(`${sandbox.url}/sandbox/knobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knob),
  });
const clearKnobs = ({ sandbox }: PublishingFixture) =>
  fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' });
const listed = async ({ editor }: PublishingFixture) => (await editor.listSubmissions()).results[0];

it('the file of a submission is copied once, named by its number; the file on the disk stays (PUB-16)', async () => {
  await using fixture = await boot();
  const bytes = pdfOf(70_000);
  const { number, receipt } = await fixture.sendFile(bytes, 'Asha and the lift.pdf');
  await fixture.upload(pdfOf(500));
  for (let n = 0; n < 3; n += 1) await fixture.service.runWork();

  const [copy, ...more] = await inDrive(fixture);
  expect(more).toEqual([]);
  expect(copy).toMatchObject({
    name: `${number}.pdf`,
    bytes: bytes.length,
    parents: [FOLDER],
    sha256: receipt?.sha256,
  });
  expect((await listed(fixture))?.driveLink).toBe(`https://drive.google.com/file/d/${copy?.id}/view`);
  const { _id } = (await fixture.stored('uploads')).find(({ store }) => store === 'drive') ?? {};
  const kept = await fetch(`${fixture.service.url}/publishing/files/${_id}`, {
    headers: { authorization: `Bearer ${fixture.editorToken}` },
  });
  expect((await kept.arrayBuffer()).byteLength).toBe(bytes.length);
});

it.each([
  ['Drive answers 503', { target: 'drive.files.create', status: 503 }],
  ['the folder is not shared', { target: 'drive.files.create', status: 403 }],
  ['its answer is lost', { target: 'drive.files.create', status: 503, after: true }],
  ['no id is given', { target: 'drive.files.generateIds', status: 500 }],
])('while %s the file is read from the disk, and later there is one copy (PUB-16)', async (_what, knob) => {
  await using fixture = await boot();
  await setKnob(fixture, knob);
  await fixture.sendFile(pdfOf(900));
  await fixture.service.runWork();
  expect((await listed(fixture))?.driveLink).toMatch(/^https:\/\/house\.test\/api\/publishing\/files\//);
  await clearKnobs(fixture);
  await fixture.service.runWork();

  expect(await inDrive(fixture)).toHaveLength(1);
  expect(await fixture.stored('uploads')).toMatchObject([{ store: 'drive', copyUntil: null }]);
});

it('a withdrawal deletes the copy, too; its receipt waits until Drive has deleted it (PUB-20, BEY-10)', async () => {
  await using fixture = await boot();
  const { statusUrl } = await fixture.sendFile(pdfOf(900));
  await fixture.service.runWork();
  const token = fixture.tokenIn(statusUrl);
  await setKnob(fixture, { target: 'drive.files.delete', status: 503 });
  expect(await fixture.visitor.withdraw({ body: { token } })).toMatchObject({
    status: 'withdrawn',
    deletion: null,
  });
  expect(await inDrive(fixture)).toHaveLength(1);
  await clearKnobs(fixture);
  await fixture.service.runJob('sweep-submissions');

  expect(await inDrive(fixture)).toEqual([]);
  expect(await fixture.stored('uploads')).toEqual([]);
  expect(await fixture.visitor.submissionStatus({ body: { token } })).toMatchObject({
    deletion: { kind: 'deletion' },
  });
});

it('a deletion is refused while Drive does not answer, and complete when it is repeated (PUB-23, BEY-10)', async () => {
  await using fixture = await boot();
  await fixture.sendFile(pdfOf(900));
  await fixture.service.runWork();
  const id = (await listed(fixture))?._id ?? '';
  await setKnob(fixture, { target: 'drive.files.delete', status: 503, times: 1 });
  expect((await refusal(fixture.editor.deleteSubmission({ params: { id } }))).status).toBe(503);
  await fixture.editor.deleteSubmission({ params: { id } });

  expect(await inDrive(fixture)).toEqual([]);
  expect(await fixture.stored('submissions')).toEqual([]);
});

it('after ten years a file that Drive does not delete keeps no other submission (privacy policy)', async () => {
  await using fixture = await boot();
  await fixture.sendFile(pdfOf(900));
  await fixture.sendFile(pdfOf(901), 'b.pdf', { ...draft, title: 'Another' });
  for (let n = 0; n < 2; n += 1) await fixture.service.runWork();
  await setKnob(fixture, { target: 'drive.files.delete', status: 503, times: 1 });
  fixture.service.clock.advance(10 * 366 * 86_400_000);
  await fixture.service.runJob('sweep-submissions').catch(() => undefined);
  expect(await fixture.stored('submissions')).toHaveLength(1);
  await fixture.service.runJob('sweep-submissions');

  expect(await fixture.stored('submissions')).toEqual([]);
  expect(await inDrive(fixture)).toEqual([]);
});

it('only files that the virus scanner found clean are copied (PUB-17)', async () => {
  await using clamd = await startClamd();
  await using fixture = await boot({ CLAMD_URL: clamd.url });
  clamd.setAway(true);
  await fixture.sendFile(pdfOf(900));
  await fixture.sendFile(pdfOf(900, EICAR), 'b.pdf', { ...draft, title: 'Another' });
  await fixture.service.runWork();
  expect(await inDrive(fixture)).toEqual([]);
  clamd.setAway(false);
  await fixture.service.runJob('scan-again');
  for (let n = 0; n < 2; n += 1) await fixture.service.runWork();

  expect(await inDrive(fixture)).toHaveLength(1);
});

/** Sending a work: fields, links, double presses, limits, mails. */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { submissionReceived } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPublishing, draft, refusal } from './boot-publishing.ts';
import { pdfOf } from './manuscripts.ts';

const OK = 'Submission received. We will review your work and get back to you soon!';
const BAD_LINK = 'Please provide a valid Google Drive or Google Docs link.';

describe('what is sent', () => {
  it.each([
    ['name', '', 'Please enter your name. A pen name is fine.'],
    ['email', 'asha@', 'Please enter a valid email address.'],
    ['title', ' ', 'Please enter the title of your work.'],
    ['description', '', 'Please describe your work.'],
    ['description', '123456789', 'Description must be at least 10 characters'],
    ['driveLink', '', 'Please either provide a Google Drive link or upload a file.'],
    ['driveLink', 'https://dropbox.com/x', BAD_LINK],
    ['media', 'poster', 'Please choose what kind of work it is.'],
  ])(
    '%s %j is refused with success, error and message (PUB-02, PUB-03, PUB-04, PUB-05, PUB-06, PUB-09)',
    async (field, value, sentence) => {
      await using fixture = await bootPublishing();
      const { status, body } = await fixture.send({ [field]: value });

      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, error: sentence, message: sentence });
      expect(await fixture.stored('submissions')).toEqual([]);
    },
  );

  it.each([
    'http://drive.google.com/file/d/1aBcDeFgHiJkLm/view',
    'https://drive.google.com.evil.example/file/d/1aBcDeFgHiJkLm',
    'https://user@drive.google.com/file/d/1aBcDeFgHiJkLm',
    'https://drive.google.com:444/file/d/1aBcDeFgHiJkLm',
    'https://drive.google.com\\@evil.example/',
    'https://docs。google.com/document/d/1aBcDeFgHiJkLm',
    'https://127.0.0.1/file/d/1',
    'javascript:alert(1)//https://drive.google.com/',
    'https://house.test/api/publishing/files/abc#forged',
    'https://evil.example/api/publishing/files/abc#x',
  ])('%s is no link of the two hosts and none that this site issued (PUB-06, PUB-15)', async (driveLink) => {
    await using fixture = await bootPublishing();
    const refused = await refusal(fixture.visitor.submit({ body: { ...draft, driveLink } }));

    expect([refused.status, refused.message]).toEqual([400, BAD_LINK]);
  });

  it('a description of 10 characters, every kind of work and both hosts are taken (PUB-02, PUB-04, PUB-09, PUB-10)', async () => {
    await using fixture = await bootPublishing();
    const kinds = ['ebook', 'short-film', 'documentary', 'audio-story', 'magazine', 'oral-history'] as const;
    for (const media of kinds) {
      const answer = await fixture.visitor.submit({
        body: {
          ...draft,
          media,
          description: '1234567890',
          driveLink: 'https://docs.google.com/document/d/1aB/edit',
        },
      });
      expect(answer).toMatchObject({ success: true, message: OK, receipt: null });
      expect(answer.number).toMatch(/^SUB-\d{6}[A-Z]$/);
      expect(answer.statusUrl).toMatch(/^https:\/\/house\.test\/publishing\/status#t=[\w-]+\.[\w-]+$/);
    }
    expect(await fixture.stored('submissions')).toHaveLength(6);
  });

  it('a filled hidden field gets the same answer, and nothing is stored or mailed (PUB-14)', async () => {
    await using fixture = await bootPublishing();
    const body = { ...draft, website: 'https://spam.example' };
    const answer = await fixture.visitor.submit({ body });

    expect(answer).toMatchObject({ success: true, message: OK, receipt: null });
    expect(await fixture.stored('submissions')).toEqual([]);
    expect(await fixture.mails()).toEqual([]);
    const token = fixture.tokenIn(answer.statusUrl);
    expect((await refusal(fixture.visitor.submissionStatus({ body: { token } }))).status).toBe(410);
  });
});

describe('a double press (P65)', () => {
  it('is one submission, one event and one mail with a neutral subject (PUB-02)', async () => {
    await using fixture = await bootPublishing();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.visitor.submit({ body: draft })),
    );

    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
    expect(await fixture.stored('submissions')).toHaveLength(1);
    const mails = await fixture.mails();
    expect(mails.map(({ subject }) => subject)).toEqual(['We have what you sent us']);
    expect(mails[0]?.text).toContain(answers[0]?.statusUrl);
    expect(mails[0]?.text).not.toMatch(/satrangi|queer|lift|book|publish(?!ing\/status)/i);
    const events = (await fixture.service.publishedEvents()).filter(
      ({ type }) => type === submissionReceived.type,
    );
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toMatch(/asha|Barsaat|lift/);
  });

  it('across the hour stays one; later it is another one', async () => {
    await using fixture = await bootPublishing();
    fixture.service.clock.set(new Date('2026-11-24T10:59:59.900Z'));
    const first = await fixture.visitor.submit({ body: draft });
    fixture.service.clock.advance(200);
    expect((await fixture.visitor.submit({ body: draft })).number).toBe(first.number);
    fixture.service.clock.advance(2 * 3_600_000);
    expect((await fixture.visitor.submit({ body: draft })).number).not.toBe(first.number);
  });

  it('a file belongs to one submission', async () => {
    await using fixture = await bootPublishing();
    const driveLink = String((await fixture.upload(pdfOf())).body.driveLink);
    const sent = await fixture.visitor.submit({ body: { ...draft, driveLink } });
    expect((await fixture.visitor.submit({ body: { ...draft, driveLink } })).number).toBe(sent.number);
    const refused = await refusal(
      fixture.visitor.submit({ body: { ...draft, title: 'Another', driveLink } }),
    );

    expect([refused.status, refused.code]).toEqual([409, 'already-used']);
  });
});

it('the sixth submission of an address in an hour gets 429 in JSON, others do not (PUB-18)', async () => {
  await using fixture = await bootPublishing({ SUBMISSIONS_PER_HOUR: '5' });
  const from = (address: string, title: string) =>
    fetch(`${fixture.service.url}/publishing/submit`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-internal-secret': TEST_INTERNAL_SECRET,
        'x-client-ip': address,
      },
      body: JSON.stringify({ ...draft, title }),
    });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await from('203.0.113.9', `t${n}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  // a repeated press counts once
  expect((await from('203.0.113.9', 't1')).status).toBe(200);
  const refused = await from('203.0.113.9', 't7');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ error: 'Too many submissions. Please try again in an hour.' });
  expect((await from('203.0.113.10', 't7')).status).toBe(200);
});

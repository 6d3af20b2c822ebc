import { SubmissionRequest, submissionStatuses } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { manuscriptPdf } from './manuscript-pdf.ts';
import { loadSeedSubmissions, submissionOf } from './seed-submissions.ts';

it('the demo submissions have every state, five scripts and valid forms of invented authors (OPS-09, PUB-24)', async () => {
  const works = await loadSeedSubmissions();
  const scripts = ['Latin', 'Devanagari', 'Bengali', 'Tamil', 'Arabic'];

  expect(submissionStatuses.filter((one) => works.some(({ status }) => status === one))).toEqual([
    ...submissionStatuses,
  ]);
  expect(
    scripts.filter((script) =>
      works.some(({ title }) => new RegExp(`\\p{Script=${script}}`, 'u').test(title)),
    ),
  ).toEqual(scripts);
  expect(works.filter(({ manuscript }) => manuscript).length).toBeGreaterThan(1);
  for (const work of works)
    expect(SubmissionRequest.parse(submissionOf(work)).email).toMatch(/@authors\.example$/);
});

it('a manuscript is a PDF whose table names the place of each object', () => {
  const text = Buffer.from(manuscriptPdf('A (short) text', ['One line'])).toString('latin1');
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));

  expect(places.map((place) => text.slice(place, place + 7))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `${number} 0 obj`),
  );
  expect(text).toContain('(A \\(short\\) text) Tj');
});

import type { publishingApi, SubmissionDetail } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';

const AT = '2026-11-20T10:00:00.000Z';

export const LONG = `${'word '.repeat(15)}and these go beyond eighty characters`;

export const submission = (n: number, more: Partial<SubmissionDetail> = {}): SubmissionDetail =>
  ({
    _id: `s${n}`,
    id: `s${n}`,
    number: `SUB-00000${n}K`,
    title: `Work ${n}`,
    name: 'Zoya',
    email: 'zoya@reader.example',
    description: LONG,
    media: 'oral-history',
    driveLink: 'https://drive.google.com/file/d/abcdefghijk/view',
    status: 'received',
    version: 3,
    createdAt: AT,
    creatorId: null,
    history: [{ at: AT, to: 'received', by: 'author' }],
    notes: [],
    file: null,
    mediaId: null,
    ...more,
    // ids are plain text here; the contract wants the brand of a parsed one
  }) as SubmissionDetail;

type ListQuery = { page: number; pageSize: number; search?: string | undefined; status?: string | undefined };

/** A desk with these submissions; records the queries of the list and what was written. */
export const desk = (all: SubmissionDetail[], more: FakeAnswers<typeof publishingApi> = {}) => {
  const queries: ListQuery[] = [];
  const written: unknown[] = [];
  let kept = all;
  const find = (id: string): SubmissionDetail => {
    const found = kept.find(({ _id }) => _id === id);
    if (!found) throw new FakeProblem('not-found', 'Submission not found');
    return found;
  };
  const publishing: FakeAnswers<typeof publishingApi> = {
    listSubmissions: ({ query }) => {
      queries.push(query);
      return { results: kept, total: 45, page: query.page, pageSize: query.pageSize };
    },
    getSubmission: ({ params }) => find(params.id),
    changeSubmission: ({ params, body }) => {
      written.push(body);
      const before = find(params.id);
      const after = {
        ...before,
        status: body.status ?? before.status,
        version: before.version + 1,
        notes: body.note ? [...before.notes, { at: AT, text: body.note }] : before.notes,
      };
      kept = kept.map((each) => (each._id === after._id ? after : each));
      return after;
    },
    deleteSubmission: ({ params }) => {
      written.push(`deleted ${params.id}`);
      kept = kept.filter(({ _id }) => _id !== params.id);
    },
    ...more,
  };
  return { publishing, queries, written };
};

export const pane = async () => within(await screen.findByRole('article', { name: 'Submission' }));

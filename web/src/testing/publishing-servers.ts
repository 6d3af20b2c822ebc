import { type AuthorView, type CustodyReceipt, catalogApi, cmsApi, publishingApi } from '@satrangi/contracts';
import { type FakeAnswers, plays } from '@satrangi/contracts/testing';
import { anEbook, onePage } from './fixtures.ts';

export type PublishingResponses = FakeAnswers<typeof publishingApi>;

export const aReceipt = (change: Partial<CustodyReceipt> = {}): CustodyReceipt => ({
  kind: 'custody',
  number: 'SUB-10482K',
  sha256: 'a'.repeat(64),
  at: '2026-11-20T10:00:00.000Z',
  keyId: 'key-1',
  signature: 'signature',
  ...change,
});

export const aSubmission = (change: Partial<AuthorView> = {}): AuthorView => ({
  number: 'SUB-10482K',
  title: 'Night Bus',
  status: 'received',
  createdAt: '2026-11-20T10:00:00.000Z',
  history: [{ at: '2026-11-20T10:00:00.000Z', to: 'received', by: 'author' }],
  canWithdraw: true,
  isDeleted: false,
  itemPath: null,
  receipt: null,
  deletion: null,
  ...change,
});

export const STATUS_URL = 'http://localhost:3000/publishing/status#t=id.secret-signature';

/** The servers of the page for authors: an eBook on the shelf, no managed texts. */
export const publishingServers = (
  responses: PublishingResponses = {},
  shelf: () => ReturnType<typeof onePage> | Promise<never> = () => onePage([anEbook()]),
) => [
  plays(catalogApi, { listEbooks: shelf }),
  plays(cmsApi, { listPageSections: () => [] }),
  plays(publishingApi, responses),
];

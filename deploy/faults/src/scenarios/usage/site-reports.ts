/** P77, P78: reports of the site contain no person, are limited per address, and never count as money. */
import { findCanaries } from '../../canaries.ts';
import { forEachConcurrently, request } from '../../http.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { collectionOf, readNumbers, restoreOf, waitUntilCounted } from './usage-process.ts';

/** The daily limit of an address in this suite. */
export const REPORTS_PER_DAY = 20;
const TYPES = ['page_view', 'login', 'register', 'publishing_submit', 'payment_initiated', 'purchase-paid'];
const FIELDS = ['page', 'mediaId', 'blogId', 'method', 'provider', 'title', 'q'];

/** @param canaries how many of the words are reported; all by default */
export const personalReports: Trial<{ readonly canaries?: number }> = async (fixture, { canaries }) => {
  const mark = `zq${Date.now().toString(36)}`;
  const words: Record<string, string> = {
    mail: `${mark}@reader.invalid`,
    phone: `+91 98${String(Date.now()).slice(-8)}`,
    name: `Ashalata ${mark}`,
    search: `q=${mark}-coming-out`,
    address: '198.51.100.3',
    token: `eyJ${mark}.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl`,
  };
  const { token } = await fixture.newReader();
  const all = Object.values(words).slice(0, canaries);
  const statuses = new Set<number>();
  await forEachConcurrently(all, 2, async (word) => {
    for (const [n, eventType] of TYPES.entries()) {
      const { status } = await request(`${fixture.api}/admin/analytics`, {
        method: 'POST',
        ...(n % 2 ? { token } : {}),
        headers: { 'x-forwarded-for': `198.51.100.${n}`, referer: `https://site.invalid/${mark}` },
        body: { action: word, eventType, details: Object.fromEntries(FIELDS.map((field) => [field, word])) },
      });
      statuses.add(status);
    }
  });
  const isCounted = await waitUntilCounted(fixture);
  const found = findCanaries(fixture.dir, { ...words, mark });
  return {
    detail: `${all.length * TYPES.length} reports with personal words in every field`,
    broken: [
      ...unless({
        'reports are refused': statuses.size === 1 && statuses.has(202),
        'facts are not counted in time': isCounted,
      }),
      ...found.map((file) => `a personal word is kept: ${file}`),
    ],
  };
};

/** An address of the network for measurements, 198.18.0.0/15. */
const originOf = (n: number): string => `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`;

export const misusedReports: Trial<{ readonly origins: number; readonly each?: number }> = async (
  fixture,
  { origins, each = REPORTS_PER_DAY + REPORTS_PER_DAY / 2 },
) => {
  const facts = collectionOf<{ _id: string; kind: string }>(fixture, 'analytics-usage', 'facts');
  await waitUntilCounted(fixture);
  const [before, stored] = [await readNumbers(fixture), await facts.countDocuments({ kind: 'site' })];
  const posts = Array.from({ length: origins * each }, (_, n) => originOf(n % origins));
  const statuses = new Map<number, number>();
  await forEachConcurrently(posts, 16, async (origin) => {
    const { status } = await request(`${fixture.api}/admin/analytics`, {
      method: 'POST',
      headers: { 'x-forwarded-for': origin },
      body: {
        eventType: 'payment_initiated',
        type: 'purchase-paid',
        kind: 'money',
        paise: 1e9,
        details: { provider: 'stripe', paise: 1e9 },
      },
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  await waitUntilCounted(fixture);
  const [after, kept] = [await readNumbers(fixture), (await facts.countDocuments({ kind: 'site' })) - stored];
  return {
    detail: `${posts.length} reports of ${origins} addresses, ${kept} kept; ${[...statuses].map(([status, many]) => `${status}: ${many}`).join(', ')}`,
    broken: unless({
      'numbers of money moved': JSON.stringify(after.kpis) === JSON.stringify(before.kpis),
      'more is kept of an address than its limit': kept <= origins * REPORTS_PER_DAY,
      'a report is answered by a fault': [...statuses.keys()].every(
        (status) => status === 202 || status === 429,
      ),
    }),
  };
};

export const personalWords = restoredScenario(
  'personal words',
  'reports with mail, phone, name, search, token and address leave none of them in any file (P77)',
  {
    trial: personalReports,
    sizeOf: () => ({}),
    restore: restoreOf('analytics-usage'),
  },
);

export const reportFlood = restoredScenario(
  'report flood',
  'money stays as it is, and what is kept of an address is bounded (P78)',
  {
    trial: misusedReports,
    sizeOf: ({ isNightly }) => (isNightly ? { origins: 1_000, each: 100 } : { origins: 40 }),
    restore: restoreOf('analytics-usage'),
  },
);

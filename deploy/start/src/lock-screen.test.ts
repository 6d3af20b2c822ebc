/** BEY-01: what leaves the platform is read by a locked phone. Sender, subject and first line of every mail, receipts, names. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailSender } from '@satrangi/chassis';
import { outingWordsIn, purposes, serviceNames } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { letterRenderer, lockScreenOf } from '../../../services/cms/src/letters/letter-mail.rules.ts';
import { newsletterMail } from '../../../services/cms/src/newsletter/mails.rules.ts';
import { mailFor, mailKinds } from '../../../services/identity/src/mail/account-mails.rules.ts';
import { PaymentsConfig } from '../../../services/payments/src/config.ts';
import { giftMail } from '../../../services/payments/src/gift-codes/gift-mail.rules.ts';
import type { Order } from '../../../services/payments/src/orders/order.rules.ts';
import { phoneReceipt } from '../../../services/payments/src/receipts/phone-receipt.rules.ts';
import { receiptFor } from '../../../services/payments/src/receipts/receipts.rules.ts';
import { refundAnswerMail } from '../../../services/payments/src/refunds/refund-answer-mail.rules.ts';
import { submissionMail } from '../../../services/publishing/src/submissions/mails.rules.ts';
import { runMail } from '../../../services/virtual-run/src/mails/mail.rules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SITE = 'https://library.example';
const to = 'reader@mail.example';

const settings = PaymentsConfig.parse({
  PUBLIC_URL: SITE,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  CASHFREE_CLIENT_ID: 'id',
  CASHFREE_CLIENT_SECRET: 'secret',
});
/** A paid order whose title must not be seen. */
const order = {
  _id: 'order-1',
  number: 'ST-7K2M9QXA',
  country: 'IN',
  createdAt: new Date('2026-11-01T10:00:00Z'),
  paidAt: new Date('2026-11-01T10:00:00Z'),
  amount: { minor: 49_900, currency: 'INR' },
  buyer: { name: null, email: to, phone: '+919876543210' },
  items: [{ title: 'Queer Monsoon', unit: { minor: 49_900, currency: 'INR' } }],
  // only the fields that mails and receipts read
} as unknown as Order;

type Shown = { readonly subject: string; readonly text: string };

const letter = letterRenderer({ subject: 'Three things', preheader: '', html: '<p>x</p>', plain: 'x' }, SITE);

/** Every mail, by the file that words it. */
const mails: Readonly<Record<string, readonly Shown[]>> = {
  'services/identity/src/mail/account-mails.rules.ts': mailKinds.map((mail) =>
    mailFor({ mail, to, id: 'm1', token: 'token' }, SITE),
  ),
  'services/payments/src/receipts/receipts.rules.ts': purposes.map((purpose) =>
    receiptFor({ ...order, purpose }, to, settings),
  ),
  'services/payments/src/gift-codes/gift-mail.rules.ts': [
    giftMail({ orderId: 'order-1', code: '7K2M9QXA0B4DXYZ1', to }, settings),
  ],
  'services/payments/src/refunds/refund-answer-mail.rules.ts': [
    refundAnswerMail({ orderId: 'order-1', number: order.number, to }, settings),
  ],
  'services/virtual-run/src/mails/mail.rules.ts': (
    ['registered', 'first-gift', 'goal-reached', 'link'] as const
  ).map((kind) => runMail(kind, { to, registrationId: 'r1', again: '', slug: 'a', token: 't' }, SITE)),
  'services/publishing/src/submissions/mails.rules.ts': (['received', 'news'] as const).map((kind) =>
    submissionMail(kind, { to, number: 'S-1', statusUrl: `${SITE}/publishing/status`, key: 'k' }, SITE),
  ),
  'services/cms/src/newsletter/mails.rules.ts': (['confirm', 'welcome'] as const).map((kind) =>
    newsletterMail(kind, { to, id: 'm1', token: 'token' }, SITE),
  ),
  'services/cms/src/letters/deliver-letter.ts': [
    letter({ to, messageId: '<m1@library.example>', leaveLink: `${SITE}/newsletter`, headers: {} }),
  ],
};

/** The sources of these folders below the repository, without tests. */
const sourcesIn = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => {
        const file = `${root}${folder}/${name}`;
        return { name: relative(root, file), text: readFileSync(file, 'utf8') };
      }),
  );
const services = sourcesIn(serviceNames.map((name) => `services/${name}/src`));

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

describe('what a locked phone shows (BEY-01)', () => {
  it('the mails of this test are all mails of the platform', () => {
    // each mail has a message id, so that a repeated one is shown once
    const files = services.filter(({ text }) => /messageId(:| =) `</.test(text)).map(({ name }) => name);

    expect(files.sort()).toEqual(Object.keys(mails).sort());
    expect(Object.values(mails).flat().length).toBeGreaterThan(20);
  });

  it.each(Object.entries(mails))('%s: subjects and first lines', (_file, shown) => {
    for (const { subject, text } of shown) {
      expect([subject, firstLine(text)]).not.toContain('');
      expect([subject, firstLine(text), outingWordsIn(subject, firstLine(text))]).toEqual([
        subject,
        firstLine(text),
        [],
      ]);
    }
  });

  it('the sender is a plain address, of one place for all services', () => {
    const withSender = services.filter(({ text }) => /no-reply@|createTransport/.test(text));
    const withMailer = services.filter(({ text }) => /\bmailerOf\(/.test(text));
    const sender = mailSender({ PUBLIC_URL: 'https://library.example' });

    expect(withSender.filter(({ name }) => !name.endsWith('config.ts')).map(({ name }) => name)).toEqual([]);
    expect(withMailer.length).toBeGreaterThanOrEqual(5);
    expect(sender).toBe('no-reply@library.example');
    expect(outingWordsIn(lockScreenOf({ subject: '', preheader: '' }, sender).from)).toEqual([]);
  });

  it('receipts on WhatsApp and on the bank statement', () => {
    const words = phoneReceipt(order, settings.STATEMENT_NAME)?.words ?? [];

    expect(words).toHaveLength(3);
    expect(outingWordsIn(...words, settings.STATEMENT_NAME)).toEqual([]);
  });

  it('names of files and of sheets', () => {
    const places = [
      /filename="([^"$]+)"/g,
      /\bFILE_NAMES?\b[^=\n]*=([^=>\n].*)/g,
      /\bfileName: (.*)/g,
      /\bsendCsv\(\s*\w+,\s*'([^']+)'/g,
      /\bsave(?:Answer|File)\(([^)]*)/g,
      /_SHEET: (.*)/g,
    ];
    const all = [
      ...services,
      ...sourcesIn(['gateway/src', 'services/_chassis/src', 'web/src', 'admin-web/src']),
    ];
    const names = all.flatMap(({ text }) =>
      places.flatMap((place) => [...text.matchAll(place)].map(([, name]) => name ?? '')),
    );

    for (const known of [
      'orders.csv',
      'subscribers.csv',
      'registrations.csv',
      'users.csv',
      'book.pdf',
      'Registrations',
    ])
      expect(names.filter((name) => name.includes(known))).not.toEqual([]);
    expect(names.filter((name) => outingWordsIn(name).length > 0)).toEqual([]);
  });
});

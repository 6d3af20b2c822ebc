/** Connections of payments, checked at the providers of the sandbox over real HTTP and SMTP. */
import { testUser } from '@satrangi/chassis/testing';
import { operationsApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';

const api = operationsApi('payments');
const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
const IDS = ['stripe', 'cashfree', 'smtp', 'google-sheets', 'whatsapp'] as const;

const check = (fixture: PaymentsFixture, connection: (typeof IDS)[number]) =>
  fixture.service.as(admin, api).checkConnection({ params: { connection } });
const allConfigured = {
  GOOGLE_BASE_URL: 'sandbox',
  WHATSAPP_TOKEN: 'a-token-of-the-tests',
  WHATSAPP_PHONE_ID: '1234567890',
  WHATSAPP_BASE_URL: 'sandbox',
};

describe('connections of payments', () => {
  it('are all called in the sandbox, and nothing is created there', async () => {
    await using fixture = await bootPayments(allConfigured);
    for (const id of IDS) expect(await check(fixture, id), id).toMatchObject({ state: 'sandbox' });
    const called = fixture.providerRequests.map((request) => request.trim());
    expect(called).toEqual([
      'GET /v1/balance',
      'GET /pg/orders/connection-check-of-no-order',
      'GET /v23.0/1234567890?fields=id',
    ]);
    expect(await fixture.mails()).toEqual([]);
    expect(await fixture.ledger()).toEqual([]);
    expect(await fixture.sheets()).toEqual([]);
  });

  it('that are not set up name their variables', async () => {
    await using fixture = await bootPayments({ SMTP_URL: '' });
    expect(await check(fixture, 'smtp')).toMatchObject({
      state: 'not-configured',
      sentence: 'SMTP_URL is not set.',
    });
    expect(await check(fixture, 'google-sheets')).toMatchObject({
      state: 'not-configured',
      sentence: 'GOOGLE_SERVICE_ACCOUNT and ORDERS_SPREADSHEET_ID are not set.',
    });
    expect(await check(fixture, 'whatsapp')).toMatchObject({
      sentence: 'WHATSAPP_TOKEN and WHATSAPP_PHONE_ID are not set.',
    });
  });

  it('that are refused say what the provider answered, without a secret', async () => {
    const secrets = { STRIPE_SECRET_KEY: 'sk_live_of_nobody', CASHFREE_CLIENT_SECRET: 'cfsk_wrong' };
    await using fixture = await bootPayments({ ...allConfigured, ...secrets });
    await fixture.knob({ target: 'google.sheets.get', status: 403 });
    await fixture.knob({ target: 'whatsapp.number', status: 429 });
    const found = await Promise.all(IDS.map((id) => check(fixture, id)));
    expect(found.map(({ state, sentence }) => [state, sentence])).toEqual([
      ['refused', 'Stripe does not accept the key (401). See STRIPE_SECRET_KEY.'],
      [
        'refused',
        'Cashfree does not accept the key (401). See CASHFREE_CLIENT_ID, CASHFREE_CLIENT_SECRET, CASHFREE_MODE.',
      ],
      ['sandbox', expect.stringMatching(/^The mail server accepts the login\./)],
      [
        'refused',
        'The spreadsheet is not shared with the account (403), or the Sheets API is not switched on. See ORDERS_SPREADSHEET_ID.',
      ],
      ['refused', 'WhatsApp has had too many requests from this account (429).'],
    ]);
    for (const secret of Object.values(secrets)) expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('that can not be reached say so', async () => {
    await using fixture = await bootPayments({
      ...allConfigured,
      STRIPE_BASE_URL: 'http://127.0.0.1:9',
      CASHFREE_BASE_URL: 'http://127.0.0.1:9/pg',
      SMTP_URL: 'smtp://127.0.0.1:9',
      WHATSAPP_BASE_URL: 'http://127.0.0.1:9/v23.0',
      GOOGLE_BASE_URL: 'http://127.0.0.1:9',
    });
    for (const id of IDS)
      expect(await check(fixture, id), id).toMatchObject({
        state: 'no-answer',
        sentence: 'The address can not be reached.',
      });
  });
});

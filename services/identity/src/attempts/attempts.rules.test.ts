import { expect, it } from 'vitest';
import { addressOf, attemptKey } from './attempts.rules.ts';

const secret = 'between services';
const fromGateway = { socketAddress: '::ffff:10.0.0.2', clientIpHeader: '203.0.113.9', secretHeader: secret };

it('the gateway is believed about the address of a visitor', () => {
  expect(addressOf(fromGateway, secret)).toBe('203.0.113.9');
});

it('nobody else can choose the address they are counted under', () => {
  expect(addressOf({ ...fromGateway, secretHeader: 'guess' }, secret)).toBe('10.0.0.2');
  expect(addressOf({ ...fromGateway, secretHeader: undefined }, secret)).toBe('10.0.0.2');
});

it('a counter names neither the person nor the address', () => {
  const key = attemptKey(secret, 'login', 'asha@example.org', '203.0.113.9');

  expect(key).not.toContain('asha');
  expect(key).not.toBe(attemptKey(secret, 'login', 'asha@example.org', '203.0.113.10'));
  expect(key).not.toBe(attemptKey(secret, 'currentPassword', 'asha@example.org', '203.0.113.9'));
  expect(key).not.toBe(attemptKey('another', 'login', 'asha@example.org', '203.0.113.9'));
});

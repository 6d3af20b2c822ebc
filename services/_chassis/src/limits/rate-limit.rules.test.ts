import { expect, it } from 'vitest';
import { clientAddressOf, counterId } from './rate-limit.rules.ts';

const secret = 'between services';
const fromGateway = { socketAddress: '::ffff:10.0.0.2', clientIp: '203.0.113.9', isInternal: true };

it('the address in the header counts when the request comes from the gateway', () => {
  expect(clientAddressOf(fromGateway)).toBe('203.0.113.9');
});

it('the header of any other client is ignored', () => {
  expect(clientAddressOf({ ...fromGateway, isInternal: false })).toBe('10.0.0.2');
});

it('an address is never empty and never longer than 64 characters', () => {
  const none = { socketAddress: undefined, clientIp: ' ', isInternal: true };

  expect(clientAddressOf(none)).toBe('unknown');
  expect(clientAddressOf({ ...none, clientIp: 'x'.repeat(500) })).toHaveLength(64);
});

it('a counter id reveals neither person nor address, and differs by secret, limit and subject', () => {
  const id = counterId(secret, 'login', 'asha@example.org', '203.0.113.9');

  expect(id).not.toContain('asha');
  expect(id).toBe(counterId(secret, 'login', 'asha@example.org', '203.0.113.9'));
  expect(id).not.toBe(counterId(secret, 'login', 'asha@example.org', '203.0.113.10'));
  expect(id).not.toBe(counterId(secret, 'currentPassword', 'asha@example.org', '203.0.113.9'));
  expect(id).not.toBe(counterId('another', 'login', 'asha@example.org', '203.0.113.9'));
});

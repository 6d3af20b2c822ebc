import { serviceNames as contracted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { serviceNames } from './service-names.ts';

it('has every service of the contracts, in their order', () => {
  expect(serviceNames).toEqual(contracted);
});

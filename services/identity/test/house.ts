import { bootService, testUser } from '@satrangi/chassis/testing';
import { identityApi } from '@satrangi/contracts';
import { identity } from '../src/service.ts';
import { manyRegister, openlyRegistering } from './world.ts';

export { refusal } from './world.ts';

/** Somebody who makes an account. */
export const asha = { name: 'Asha', email: 'Asha@Example.org', password: 'kahaani 7' };
/** Identity alone: no mail server, no Google, no admin but a made-up one. */
export const boot = async (env: Record<string, string> = {}, definition = identity) => {
  const service = await bootService(definition, { env: { ...manyRegister, ...env } });
  const visitor = openlyRegistering(service.as('visitor', identityApi));
  return {
    service,
    visitor,
    as: (userId: string) => service.as(testUser({ userId }), identityApi),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

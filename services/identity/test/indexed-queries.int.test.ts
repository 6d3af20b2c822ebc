/** A login may not read all accounts: it finds its own by an index. */
import { recordScans } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { EMAIL, openFixture, outcomeOf, PASSWORD } from './fixture.ts';

it('logins by email, phone and Google find their account by an index', async () => {
  await using fixture = await openFixture();
  const scans = recordScans(fixture.service);
  await fixture.visitor.register({ body: { name: 'Asha', email: EMAIL, password: PASSWORD } });

  await fixture.visitor.login({ body: { email: EMAIL, password: PASSWORD } });
  await outcomeOf(fixture.visitor.login({ body: { phone: '+919876543210', password: PASSWORD } }));
  const credential = await fixture.credential({ email: 'noor@example.org', name: 'Noor' });
  await fixture.visitor.googleSignIn({ body: { credential } });

  expect(await scans()).toEqual([]);
});

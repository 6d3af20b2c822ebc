/** An accepted invitation over RabbitMQ and Redis: the role and the end of older logins reach another service. */
import { defineService, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { bootService } from '@satrangi/chassis/testing';
import { operationsApi, subscriptions } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AMQP_URL,
  brokerAdmin,
  hasAmqp,
  hasRedis,
  REDIS_URL,
  uniquePrefix,
} from '../../_chassis/test/support.ts';
import { EMAIL, NEW_PASSWORD, openFixture, outcomeOf } from './fixture.ts';

const POLL = { timeout: 40_000, interval: 100 };
const library = defineService({ name: 'library', config: z.object({}), build: () => ({ apis: [] }) });

describe.skipIf(!hasAmqp || !hasRedis)('an invitation over RabbitMQ and Redis', () => {
  it('opens the back office of another service, and ends the older login there', async () => {
    const prefix = uniquePrefix();
    const env = { AMQP_PREFIX: prefix, REDIS_PREFIX: prefix };
    const servers = { amqp: AMQP_URL, redis: REDIS_URL };
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using other = await bootService(library, { ...servers, env });
    await using fixture = await openFixture(env, servers);
    const { token: old } = await fixture.register(EMAIL);
    const listAs = (token: string) => outcomeOf(other.as(token, operationsApi('library')).listConnections());
    expect((await listAs(old)).status).toBe(403);

    const { client: admin } = await fixture.admin();
    await admin.inviteAdmin({ body: { email: EMAIL } });
    const mail = (await fixture.mails(EMAIL)).find(({ subject }) => subject === 'An invitation');
    const token = /#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    const session = await fixture.visitor.acceptInvitation({ body: { token, password: NEW_PASSWORD } });

    expect((await listAs(session.token)).status).toBe(200);
    await expect.poll(async () => (await listAs(old)).status, POLL).toBe(401);
    // the end of the role ends the back office there, too
    const body = { name: 'Asha', email: EMAIL, role: 'USER' } as const;
    await admin.updateUser({ params: { id: session.user._id }, body });
    await expect.poll(async () => (await listAs(session.token)).status, POLL).toBe(401);
  });
});

/** Connections of the cms: the deploy hook is reached and never called. */

import { startTestServer } from '@satrangi/chassis/testing';
import { operationsApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { adminUser, bootCms } from './boot-cms.ts';

const check = async (env: Record<string, string>, connection: string) => {
  await using cms = await bootCms({ env });
  const { state, sentence } = await cms.service
    .as(adminUser, operationsApi('cms'))
    .checkConnection({ params: { connection } });
  return [state, sentence];
};

it('the server of the deploy hook is reached, and the hook gets no request', async () => {
  const requests: string[] = [];
  const server = await startTestServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end();
  });
  const url = `${server.url}/deploy`;

  expect(await check({ DEPLOY_HOOK_URL: url }, 'deploy-hook')).toEqual([
    'sandbox',
    expect.stringMatching(/^Its server can be reached\. The hook itself is not called/),
  ]);
  expect(requests).toEqual([]);

  await server[Symbol.asyncDispose]();
  expect(await check({ DEPLOY_HOOK_URL: url }, 'deploy-hook')).toEqual([
    'no-answer',
    'The address can not be reached.',
  ]);
  expect(await check({}, 'deploy-hook')).toEqual(['not-configured', 'DEPLOY_HOOK_URL is not set.']);
});

it('Google Docs and Drive that do not answer say so; reports of the mail service are set up only', async () => {
  const away = { GOOGLE_BASE_URL: 'http://127.0.0.1:9' };
  for (const id of ['google-docs', 'google-drive'])
    expect(await check(away, id), id).toEqual(['no-answer', 'The address can not be reached.']);
  const secret = 'signs-the-reports-of-bounces-in-this-test';
  expect(await check({ REPORT_SECRET: secret }, 'mail-reports')).toEqual([
    'set-up',
    expect.not.stringContaining(secret),
  ]);
});

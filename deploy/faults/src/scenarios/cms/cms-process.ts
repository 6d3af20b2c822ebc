import { type Client, cmsApi, createClient, databaseName } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Document } from 'mongodb';
import type { Fixture } from '../../fixture.ts';
import { request } from '../../http.ts';
import { without } from '../../mutations/mutation-env.ts';
import { createKills, type Env, type Kills } from '../kills.ts';

const READY_MS = 60_000;

/** Everything a trial may have set. */
const unset: Env = {
  ...without(),
  FAILPOINT: undefined,
  CLOCK_SKEW_MS: undefined,
  SEND_IN_DOUBT: undefined,
  MAIL_PER_MINUTE: undefined,
  DEPLOY_HOOK_URL: undefined,
  LETTER_SECRET_OLD: undefined,
};

export const collectionOf = <T extends Document>(fixture: Fixture, name: string) =>
  fixture.mongo.db(databaseName('cms')).collection<T>(name);

export const editorOf = ({ api, adminToken }: Fixture): Client<typeof cmsApi> =>
  createClient(cmsApi, { baseUrl: api, token: () => adminToken });

/** Waits until cms answers through the gateway, whose circuit breaker may be open after the last trial. */
export const cmsReady = async (fixture: Fixture): Promise<void> => {
  await fixture.ready();
  // with `draft` in the query no response is cached
  const url = `${fixture.api}/cms/sections?draft=1`;
  const isReady = await poll(
    async () => (await request(url, { token: fixture.adminToken })).status === 200,
    READY_MS,
  );
  if (!isReady) throw new Error('cms does not answer through the gateway');
};

/** Restarts cms by SIGKILL with changes to its environment, and waits until it is ready. */
export const restartCms = async (fixture: Fixture, env: Env = {}): Promise<void> => {
  await fixture.crash('cms', env);
  await cmsReady(fixture);
};

/** A client of cms itself: a hundred requests that wait for each other may pass the time limit of the gateway. */
export const directEditorOf = (fixture: Fixture): Client<typeof cmsApi> =>
  createClient(cmsApi, { baseUrl: fixture.serviceUrl('cms'), token: () => fixture.adminToken });

/** Restarts cms as it is written. Mutations of a control stay until it ends. */
export const restoreCms = (fixture: Fixture): Promise<void> =>
  restartCms(fixture, { ...unset, LETTER_SECRET: fixture.platform.secrets.LETTER_SECRET });

/** Kills of the cms process. */
export const createCmsKills = (fixture: Fixture): Kills => createKills(fixture, 'cms');
export type CmsKills = Kills;

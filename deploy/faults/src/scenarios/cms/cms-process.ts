import { type Client, cmsApi, createClient, databaseName } from '@satrangi/contracts';
import type { Document } from 'mongodb';
import type { Fixture } from '../../fixture.ts';
import { request, waitFor } from '../../http.ts';
import { without } from '../../mutations/mutation-env.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Leases and retries of a killed process end within this time. */
const LEASES_END_MS = 500_000;
const REACHED_MS = 40_000;
const POLL_MS = 20;
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
  const isReady = await waitFor(
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

/**
 * Kills of the cms process. Each start has a later clock than the one before, so that no test waits for the lease of a
 * killed process.
 */
export const createCmsKills = (fixture: Fixture) => {
  const part = fixture.part('cms');
  let skewMs = 0;
  const later = (): Env => {
    skewMs += LEASES_END_MS;
    return { CLOCK_SKEW_MS: String(skewMs) };
  };
  return {
    /** SIGKILL at no particular line. */
    kill: (env: Env = {}): Promise<void> => fixture.crash('cms', { ...env, ...later() }),
    /**
     * Starts cms with a failpoint, and again without it after it was reached.
     * @param act drives cms to the failpoint
     * @returns false when it was not reached
     */
    killAt: async (
      failpoint: string,
      act: () => Promise<unknown>,
      withinMs = REACHED_MS,
    ): Promise<boolean> => {
      await fixture.crash('cms', { FAILPOINT: failpoint, ...later() });
      const armed = part.starts();
      part.setEnv({ FAILPOINT: undefined, ...later() });
      const acting = act();
      const isReached = await waitFor(async () => part.starts() > armed, withinMs, POLL_MS);
      await acting;
      return isReached === true;
    },
  };
};
export type CmsKills = ReturnType<typeof createCmsKills>;

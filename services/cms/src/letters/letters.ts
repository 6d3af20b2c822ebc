import {
  createInternalClient,
  everyOnOne,
  mailerOf,
  mailSender,
  Refusal,
  type ServiceContext,
} from '@satrangi/chassis';
import { identityApi, letterTexts, type UserId } from '@satrangi/contracts';
import type { CmsConfig } from '../config.ts';
import type { ImagesStore } from '../images/images.store.ts';
import { endSubscription } from '../newsletter/leave-newsletter.ts';
import type { SubscribersStore } from '../newsletter/subscribers.store.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import { batchesStore } from './batches.store.ts';
import { letterPace } from './letter-pace.ts';
import type { Deps } from './letters.deps.ts';
import { letterRoutes } from './letters.routes.ts';
import { lettersStore } from './letters.store.ts';
import { prepareSend } from './prepare-send.ts';
import { sendBatch } from './send-batch.ts';
import { PREPARE_SEND, PrepareSend, SEND_BATCH, SendBatch } from './send-work.ts';
import { sendsStore } from './sends.store.ts';
import { sweepSends } from './sweep-sends.ts';

const SWEEP_EVERY_MS = 30_000;
const IDENTITY_TIMEOUT_MS = 1_000;

const senderOf = (config: CmsConfig): string => config.LETTER_FROM ?? mailSender(config);

/** The confirmed address of an account, from identity. @throws Refusal unavailable when it does not respond */
const emailReader = ({ settings }: ServiceContext<CmsConfig>) => {
  const identity = createInternalClient(
    { getAccountEmail: identityApi.getAccountEmail },
    {
      baseUrl: settings.identityUrl,
      internalSecret: settings.internalSecret,
      timeoutMs: IDENTITY_TIMEOUT_MS,
    },
  );
  return (userId: UserId): Promise<string | null> =>
    identity.getAccountEmail({ params: { userId } }).then(
      ({ email }) => email,
      () => {
        throw new Refusal('unavailable', letterTexts.noIdentity);
      },
    );
};

/** Letters of the newsletter: drafts, and their way to every subscriber. */
export const createLetters = (
  context: ServiceContext<CmsConfig>,
  {
    subscribers,
    texts,
    images,
  }: {
    readonly subscribers: SubscribersStore;
    readonly texts: TextsStore;
    readonly images: ImagesStore;
  },
) => {
  const { store, clock, ids, log, events, config, onStop } = context;
  const mailer = mailerOf(config, { from: senderOf(config), connections: config.MAIL_POOL });
  const stopping = new AbortController();
  onStop(() => stopping.abort());
  const deps: Deps = {
    letters: lettersStore(store),
    sends: sendsStore(store),
    batches: batchesStore(store),
    subscribers,
    texts,
    images,
    clock,
    ids,
    log,
    newEvent: events.newEvent,
    config,
    from: senderOf(config),
    send: mailer?.send ?? null,
    emailOf: emailReader(context),
    endSubscription: endSubscription({ subscribers, clock, ids, newEvent: events.newEvent }),
    pace: letterPace(config.MAIL_PER_MINUTE),
    stopping: stopping.signal,
  };
  if (mailer) {
    const prepare = prepareSend(deps);
    const sendOne = sendBatch(deps, mailer.send);
    store.worker(PREPARE_SEND, (data) => prepare(PrepareSend.parse(data)));
    store.worker(SEND_BATCH, (data) => sendOne(SendBatch.parse(data)));
  }
  return {
    letters: deps.letters,
    sends: deps.sends,
    deps,
    routes: letterRoutes(deps),
    jobs: [everyOnOne('sweep-sends', SWEEP_EVERY_MS, sweepSends(deps))],
    close: async (): Promise<void> => mailer?.close(),
  };
};

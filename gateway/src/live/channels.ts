import { gatewayApi, type LiveMessage, liveTypes } from '@satrangi/contracts';

/** One kind of event stream: the name of its events and the messages it carries. */
export type Channel = {
  readonly event: string;
  readonly carries: (message: LiveMessage) => boolean;
  /** False: every message is sent, also of types that are coalesced elsewhere. */
  readonly coalesces: boolean;
};

const updates: Channel = { event: 'update', carries: () => true, coalesces: true };
const registrations: Channel = {
  event: liveTypes.registration,
  carries: ({ type }) => type === liveTypes.registration,
  coalesces: false,
};

/** Every stream path; the paths of one channel are equivalent (checklist GTW-07, GTW-08, GTW-12). */
const channels = new Map<string, Channel>(
  (
    [
      [gatewayApi.updates.path, updates],
      [gatewayApi.runRegistrations.path, registrations],
    ] as const
  ).flatMap(([path, channel]) => ['', '/api'].map((base): [string, Channel] => [base + path, channel])),
);

export const channelAt = (path: string): Channel | undefined => channels.get(path);

import { type Clock, cookieOf, type Exchange, type Ids } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import {
  DEVICE_COOKIE,
  type Device,
  deviceCookie,
  markDevice,
  parseDeviceCookie,
} from './known-devices.rules.ts';

type Deps = {
  readonly secret: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: { readonly PUBLIC_URL: string };
};

/** The browser of a request; null when it has no valid device cookie. */
export const knownDeviceOf = ({ request }: Exchange, now: Date): Device | null =>
  parseDeviceCookie(cookieOf(request.headers.cookie, DEVICE_COOKIE), now);

/** Sets the device cookie after a login. */
export const saveKnownDevice =
  ({ secret, clock, ids, config }: Deps) =>
  (userId: UserId, exchange: Exchange): void => {
    const now = clock.now();
    const device = markDevice(secret, knownDeviceOf(exchange, now), { userId, newId: ids.newId(), now });
    exchange.response.append('set-cookie', deviceCookie(device, config.PUBLIC_URL.startsWith('https:')));
  };

import { cookieOf, type Exchange } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { DEVICE_COOKIE, type Device, deviceCookie, deviceOf, markDevice } from './devices.rules.ts';

/** The browser of a request, when it has logged in before. */
export const deviceOfCaller = ({ request }: Exchange, now: Date): Device | null =>
  deviceOf(cookieOf(request.headers.cookie, DEVICE_COOKIE), now);

/** Remembers on the browser that it has logged in to an account. */
export const rememberDevice =
  ({ secret, clock, ids, config }: Pick<Needs, 'secret' | 'clock' | 'ids' | 'config'>) =>
  (userId: UserId, exchange: Exchange): void => {
    const now = clock.now();
    const device = markDevice(secret, deviceOfCaller(exchange, now), { userId, newId: ids.newId(), now });
    exchange.response.append('set-cookie', deviceCookie(device, config.PUBLIC_URL.startsWith('https:')));
  };

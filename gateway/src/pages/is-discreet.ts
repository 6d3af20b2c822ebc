import { cookieOf } from '@satrangi/chassis/without-store';
import { DISCREET_COOKIE } from '@satrangi/contracts';
import type { Request } from 'express';

/** Whether the browser is in discreet mode: titles of tabs name nothing. */
export const isDiscreet = (request: Request): boolean =>
  cookieOf(request.get('cookie'), DISCREET_COOKIE) === '1';

/**
 * Parts that can be switched off in a test run (`SAFETY_OFF`), so that the tests can be seen to miss them. Anywhere
 * else all of them are on, whatever the environment says.
 */
export type SafetyPart =
  | 'amount-check'
  | 'freshness'
  | 'rank-rule'
  | 'price-lookup'
  | 'sweeper'
  | 'one-open-order';
export type IsOn = (part: SafetyPart) => boolean;

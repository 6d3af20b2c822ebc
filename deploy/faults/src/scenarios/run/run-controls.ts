/** Each safety part of the run is removed once, and the trial of its promise must find the harm. */
import type { Fixture } from '../../fixture.ts';
import { without } from '../../mutations/mutation-env.ts';
import type { MutationName } from '../../mutations/mutations.ts';
import { type Control, controlScenario } from '../trial.ts';
import { feesUnderKills } from './run-fees.ts';
import { giftsUnderKills } from './run-gifts.ts';
import { tabsFollowMoney } from './run-live.ts';
import { restartRun } from './run-platform.ts';
import { pagesKeepSecrets } from './run-privacy.ts';

const FOUND_MS = 1_500;
/** A fee whose webhook is late has no runner before it. */
const LATE_MS = 14_000;

const fees = (fixture: Fixture) => feesUnderKills(fixture, { fees: 10, kills: 0, withinMs: LATE_MS });

/** Waits long enough that tabs of an unchanged run are in time on a busy machine. */
const live = (fixture: Fixture, size: { readonly gifts: number; readonly fees: number }) =>
  tabsFollowMoney(fixture, { ...size, streams: 2, slowestMs: 10_000, withinMs: 5_000 });

const privacy = (fixture: Fixture) =>
  pagesKeepSecrets(fixture, { changes: 0, addresses: 4, visibleMs: FOUND_MS });

const controls: readonly Control[] = [
  { removed: 'run-draft', run: fees, finding: /paid fees with a form have no runner/ },
  { removed: 'run-money', run: fees, finding: /runners have no money/ },
  {
    removed: 'run-returns',
    run: (fixture) => giftsUnderKills(fixture, { pages: 1, gifts: 4, kills: 0, withinMs: FOUND_MS }),
    finding: /pages differ from the books/,
  },
  {
    removed: 'run-money-live',
    run: (fixture) => live(fixture, { gifts: 0, fees: 0 }),
    finding: /tabs moved without money/,
  },
  {
    removed: 'run-gift-live',
    run: (fixture) => live(fixture, { gifts: 4, fees: 0 }),
    finding: /tabs do not follow payments$/,
  },
  {
    removed: 'run-return-live',
    run: (fixture) => live(fixture, { gifts: 4, fees: 0 }),
    finding: /tabs do not follow refunds/,
  },
  {
    removed: 'live-coalescing',
    run: (fixture) => live(fixture, { gifts: 30, fees: 30 }),
    finding: /a stream got \d+ messages/,
  },
  { removed: 'run-page-fields', run: privacy, finding: /getPage shows name/ },
  { removed: 'run-goal', run: privacy, finding: /getPage shows goal/ },
  { removed: 'run-anonymous', run: privacy, finding: /shows hidden giver/ },
  { removed: 'run-address', run: privacy, finding: /addresses have [\d.]+ bits/ },
  {
    removed: 'run-edit-live',
    run: (fixture) => pagesKeepSecrets(fixture, { changes: 1, addresses: 4, visibleMs: FOUND_MS }),
    finding: /changes are not visible/,
  },
];

/** Restarts the gateway and virtual-run without these parts: the gateway coalesces the live messages. */
const restartWithout = async (fixture: Fixture, ...removed: readonly MutationName[]): Promise<void> => {
  await fixture.crash('gateway', without(...removed));
  await restartRun(fixture, ...removed);
};

export const runControls = controlScenario(
  'run controls',
  controls,
  (fixture, part) => restartWithout(fixture, part),
  (fixture) => restartWithout(fixture),
);

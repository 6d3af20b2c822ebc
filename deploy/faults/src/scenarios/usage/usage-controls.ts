/** Each safety part of the numbers and the chat is removed once, and the trial of its promise must find the harm. */
import { without } from '../../mutations/mutation-env.ts';
import type { Scenario } from '../scenario.ts';
import { type Control, controlScenario } from '../trial.ts';
import { countedMessages, erasedTalks, failingProvider } from './chat-faults.ts';
import { factsUnderKills } from './facts-under-kills.ts';
import { movingCards } from './live-cards.ts';
import { misusedReports, personalReports } from './site-reports.ts';
import { type Observed, restart, restoreOf } from './usage-process.ts';

type UsageControl = Control & { readonly from: Observed };

const ofNumbers: readonly UsageControl[] = [
  {
    removed: 'fact-claim',
    from: 'analytics-usage',
    run: (fixture) => factsUnderKills(fixture, { each: 10, kills: 0, erasures: 0 }),
    finding: /registrations differ/,
  },
  {
    removed: 'report-words',
    from: 'analytics-usage',
    run: (fixture) => personalReports(fixture, { canaries: 1 }),
    finding: /a personal word is kept/,
  },
  {
    removed: 'report-limit',
    from: 'analytics-usage',
    run: (fixture) => misusedReports(fixture, { origins: 1 }),
    finding: /more is kept of an address/,
  },
  {
    removed: 'admins-only',
    from: 'analytics-usage',
    run: (fixture) => movingCards(fixture, { orders: 1, movedMs: 2_000 }),
    finding: /readers or visitors hear/,
  },
];

const ofChat: readonly UsageControl[] = [
  {
    removed: 'own-answer',
    from: 'concierge',
    run: (fixture) => failingProvider(fixture, { each: 1 }),
    finding: /answers 5\d\d by/,
  },
  {
    removed: 'conversation-erasure',
    from: 'concierge',
    run: (fixture) => erasedTalks(fixture, { talks: 2, kills: 0, withinMs: 3_000 }),
    finding: /an erased message is stored/,
  },
  {
    removed: 'turn-event',
    from: 'concierge',
    run: (fixture) => countedMessages(fixture, { messages: 2, kills: 0, withinMs: 3_000 }),
    finding: /not counted once/,
  },
];

const controlsScenario = (name: string, controls: readonly UsageControl[]): Scenario =>
  controlScenario(
    name,
    controls,
    (fixture, part, { from }) => restart(fixture, from, without(part)),
    (fixture, { from }) => restoreOf(from)(fixture),
  );

/** Last in their suite: facts that were counted twice stay. */
export const numbersControls = controlsScenario('numbers controls', ofNumbers);
export const chatControls = controlsScenario('chat controls', ofChat);

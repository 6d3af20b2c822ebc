/** Test files that `npm test` leaves to `npm run test:all`, which `.ci/run` runs for each change, by the reason (decision 0156). */
export const slowTests: Readonly<Record<string, readonly string[]>> = {
  'kill a process at each step of its work': [
    'deploy/start/test/store-watch.int.test.ts',
    'services/_chassis/test/audit-kills.int.test.ts',
    'services/_chassis/test/kill.int.test.ts',
    'services/cms/test/crash-recovery.int.test.ts',
    'services/cms/test/letters-kill.int.test.ts',
    'services/library/test/crash-recovery.int.test.ts',
    'services/payments/test/crash.int.test.ts',
  ],
  'remove each safety part and look for the harm': [
    'deploy/faults/test/replica-lag.int.test.ts',
    'services/_chassis/test/controls.int.test.ts',
    'services/analytics-usage/test/controls.int.test.ts',
    'services/cms/test/controls.int.test.ts',
    'services/concierge/test/controls.int.test.ts',
    'services/library/test/controls.int.test.ts',
    'services/payments/test/controls.int.test.ts',
    'services/virtual-run/test/controls.int.test.ts',
  ],
  'send hundreds of generated or hostile inputs': [
    'deploy/e2e/test/fuzz.e2e.test.ts',
    'deploy/e2e/test/hostile-texts.e2e.test.ts',
    'services/concierge/test/evaluation.int.test.ts',
    'services/concierge/test/injections.int.test.ts',
    'services/identity/test/account-takeover.int.test.ts',
    'services/library/test/hidden-text.int.test.ts',
    'services/library/test/hostile-books.int.test.ts',
  ],
  'look at all pages, forms or titles, at two widths': [
    'deploy/e2e/test/admin-drafts.e2e.test.ts',
    'deploy/e2e/test/admin-states.e2e.test.ts',
    'deploy/e2e/test/budgets.e2e.test.ts',
    'deploy/e2e/test/long-names.e2e.test.ts',
    'deploy/e2e/test/page-sentences.e2e.test.ts',
    'deploy/e2e/test/pages.e2e.test.ts',
    'deploy/e2e/test/tasks.e2e.test.ts',
    'deploy/e2e/test/title-fonts.e2e.test.ts',
    'deploy/e2e/test/virtual-run-accessibility.e2e.test.ts',
    'deploy/e2e/test/zoom.e2e.test.ts',
  ],
  'walk through tabs of the back office, whose forms and endpoints have tests of their own': [
    'deploy/e2e/test/admin-blogs.e2e.test.ts',
    'deploy/e2e/test/admin-connections.e2e.test.ts',
    'deploy/e2e/test/admin-content.e2e.test.ts',
    'deploy/e2e/test/admin-lamp.e2e.test.ts',
    'deploy/e2e/test/admin-media.e2e.test.ts',
    'deploy/e2e/test/admin-orders.e2e.test.ts',
    'deploy/e2e/test/admin-publishing.e2e.test.ts',
    'deploy/e2e/test/admin-users.e2e.test.ts',
    'deploy/e2e/test/collections.e2e.test.ts',
    'deploy/e2e/test/creators.e2e.test.ts',
    'deploy/e2e/test/lost-updates.e2e.test.ts',
    'deploy/e2e/test/working-days.e2e.test.ts',
  ],
  'follow one journey through many services in Chromium': [
    'deploy/e2e/test/orders.e2e.test.ts',
    'deploy/e2e/test/publishing.e2e.test.ts',
    'deploy/e2e/test/virtual-run.e2e.test.ts',
  ],
  'wait for a timeout, a lease, a grace period or a process that starts': [
    'deploy/start/test/first-start.int.test.ts',
    'deploy/start/test/production.int.test.ts',
    'gateway/test/concierge-timeout.int.test.ts',
    'gateway/test/graceful-shutdown.int.test.ts',
    'gateway/test/slow-clients.int.test.ts',
    'services/_chassis/test/start-order.int.test.ts',
    'services/_chassis/test/store-away.int.test.ts',
    'services/_chassis/test/store-silent.int.test.ts',
    'services/identity/test/unproved-races.int.test.ts',
    'services/library/test/object-store.int.test.ts',
    'services/library/test/session-revocation.int.test.ts',
  ],
  'check a copy of the repository': ['deploy/start/test/tenth-service.int.test.ts'],
};

/**
 * The files that a run leaves out: the slow ones in `npm test` without a path or a project, unless the run is nightly.
 * @param args of the command line, without those of Node
 * @param env `npm_lifecycle_event` is the npm script that runs
 */
export const leftOut = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] => {
  const isChosen = args.some((arg) => arg.startsWith('--project') || !(arg.startsWith('-') || arg === 'run'));
  const isQuick = env.npm_lifecycle_event === 'test' && env.SIZE !== 'nightly' && !isChosen;
  return isQuick ? Object.values(slowTests).flat() : [];
};

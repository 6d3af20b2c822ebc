import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { allEvents } from '../events.ts';
import { serviceNames } from '../services.ts';
import { subscriptions } from '../subscriptions.ts';
import { platformPage } from './platform.ts';

const all = Object.values(subscriptions);
const page = platformPage({ services: serviceNames, events: allEvents, subscriptions: all });

describe('the page of the platform', () => {
  it('names each queue once, and each event', () => {
    const rows = page.slice(page.indexOf('## Events'));

    for (const { queue } of all) expect(rows.split(`\`${queue}\``), queue).toHaveLength(2);
    for (const { type } of allEvents) expect(rows, type).toContain(`| \`${type}\` |`);
  });

  it('draws who publishes and who consumes', () => {
    const [arrow] = page.match(/ {2}payments -- ".*" --> library/) ?? [];

    expect(arrow).toContain('<br>payment-refunded<br>payment-succeeded"');
    expect(page).not.toMatch(/-- ".*(user-deleted|admin-acted|snapshot-requested)/);
  });

  it('draws a new subscription', () => {
    const posted = defineEvent('cms.poem-posted.v1', 'A poem | a line', z.object({}));
    const subscription = { queue: 'library.keep-poem', service: 'library', event: posted } as const;

    const drawn = platformPage({ services: [], events: [posted], subscriptions: [subscription] });

    expect(drawn).toContain('  cms -- "poem-posted" --> library');
    expect(drawn).toContain('| `cms.poem-posted.v1` | A poem \\| a line | `library.keep-poem` |');
  });
});

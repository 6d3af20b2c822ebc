import type { Page } from 'playwright-core';
import type { Props } from '../page-states/page-state.ts';

/** What a call of the page is answered with. `unreachable`: no connection; `html`: a page where JSON was requested. */
export type Answer =
  | 'unavailable'
  | 'unreachable'
  | 'html'
  | 'never'
  | { readonly status?: number; readonly json: unknown };

/** A state of a page, and the required sentences that it shows (P90). */
export type SentenceState = {
  /** Lines of the requirements, `WEB-12`. */
  readonly lines: string;
  readonly expected: readonly (string | RegExp)[];
  readonly path: (props: Props) => string;
  /** A visitor by default. */
  readonly as?: 'owner';
  /** Answers by method and path below /api, `GET /ebooks`; `*` stands for any characters. */
  readonly given?: Readonly<Record<string, Answer>>;
  /** Interactions that lead to the state. */
  readonly act?: (page: Page) => Promise<void>;
};

const PROBLEM = 'application/problem+json';

/** Answers the named calls of a page; all others reach the real services. */
export const answerCalls = async (page: Page, given: SentenceState['given'] = {}): Promise<void> => {
  for (const [call, answer] of Object.entries(given)) {
    const [method = '', path = ''] = call.split(' ');
    const source = path.replace(/[.?+^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*');
    await page.route(new RegExp(`/api${source}(\\?.*)?$`), async (route) => {
      if (route.request().method() !== method) return route.fallback();
      if (answer === 'never') return undefined;
      if (answer === 'unreachable') return route.abort('connectionrefused');
      if (answer === 'html')
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>A page</p>' });
      if (answer === 'unavailable')
        return route.fulfill({ status: 503, contentType: PROBLEM, body: JSON.stringify({ status: 503 }) });
      return route.fulfill({
        status: answer.status ?? 200,
        contentType: (answer.status ?? 200) < 400 ? 'application/json' : PROBLEM,
        body: JSON.stringify(answer.json),
      });
    });
  }
};

/** Presses a button of the main part. */
export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** Fills fields by their labels, then presses a button. */
export const fillAndPress =
  (fields: Readonly<Record<string, string>>, name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByRole('main').getByRole('button', { name }).first().click();
  };

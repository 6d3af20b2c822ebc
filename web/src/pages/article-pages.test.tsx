import { cmsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSection } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const cmsWith = (contents: Record<string, string>) =>
  plays(cmsApi, {
    listPageSections: ({ params }) =>
      Object.entries(contents)
        .filter(([key]) => key.startsWith(`${params.page}.`))
        .map(([key, content]) => aSection({ key, content })),
  });

const text = async (): Promise<string> => {
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return screen.getByRole('main').textContent?.replace(/\s+/g, ' ') ?? '';
};

describe('built-in texts hold every constant (WEB-69 to WEB-73, WEB-108)', () => {
  it.each([
    [
      '/privacy',
      ['23 September 2025', '7 years', '10 years', 'permanent', 'within 30 days', 'children under 16'],
    ],
    [
      '/refunds',
      [
        'within 15 days',
        'within 48 hours',
        'within 5 working days',
        'within 7 to 10 business days',
        'within 3 days',
        'Technical issues',
        'Misrepresentation',
        'Accidental purchase',
      ],
    ],
    ['/digital-library-policy', ['age of 16', 'under 18', 'guardian', '500 words or 10%', '5 years']],
    ['/creator-policy', ['age of 18', 'guardian', '40% of the listed price', '14 days', '60 days’ notice']],
    [
      '/crowdfunding',
      ['18 or older', '16 or older', 'all-or-nothing', '5%', '2 to 3%', 'within 30 days of the end'],
    ],
    ['/terms', ['16 years old']],
    ['/about', ['since', 'About Satrangi']],
  ])('%s', async (path, constants) => {
    openPage(path, { server: [cmsWith({})] });
    await screen.findByRole('heading', { level: 1 });

    const shown = await text();
    for (const constant of constants.filter((each) => each !== 'since')) expect(shown).toContain(constant);
    expect(shown).not.toContain('{');
  });
});

describe('an article (WEB-108)', () => {
  it('shows the section of its key, with summary, contents and no markup that runs', async () => {
    openPage('/terms', {
      server: [
        cmsWith({
          'terms.body':
            '<p>Kurz.</p><h2>One</h2><p>a<img src=x onerror="alert(1)"></p><h2>दो</h2><p><a href="javascript:alert(1)">b</a></p>',
        }),
      ],
    });
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));

    expect(contents.getAllByRole('link').map((link) => link.textContent)).toEqual(['One', 'दो']);
    expect(screen.getByRole('main').innerHTML).not.toMatch(/onerror|javascript:/);
  });

  it('shows the built-in text and a note while the cms fails; Try again reads the section', async () => {
    let broken = true;
    const { user } = openPage('/refunds', {
      server: [
        plays(cmsApi, {
          listPageSections: () => {
            if (broken) throw new FakeProblem('unavailable', 'down');
            return [aSection({ key: 'refunds.body', content: '<p>New rules</p>' })];
          },
        }),
      ],
    });
    expect(await screen.findByText(/We could not check for a newer version of this page/)).toBeTruthy();
    expect(await text()).toContain('within 48 hours');

    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('New rules')).toBeTruthy();
    expect(screen.queryByText(/could not check/)).toBeNull();
  });
});

it('/about leaves out blocks without a section when others have one (WEB-68)', async () => {
  openPage('/about', { server: [cmsWith({ 'about.mission': '<p>To <b>read</b>.</p>' })] });

  expect(await screen.findByRole('heading', { level: 2, name: 'Our mission' })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2, name: 'Our history' })).toBeNull();
  expect(screen.getByText('read').tagName).toBe('B');
});

describe('/faq (WEB-03)', () => {
  it('finds questions by words of question and answer, and shows when there is none', async () => {
    const { user } = openPage('/faq', { server: [cmsWith({})] });
    const field = await screen.findByLabelText('Search the questions');

    await user.type(field, 'bank statement');
    expect(screen.getByText('What will my bank statement say?')).toBeTruthy();
    expect(screen.queryByText('How do I send you my work?')).toBeNull();
    await user.type(field, 'zzz');
    expect(screen.getByText(/No question matches/)).toBeTruthy();
  });
});

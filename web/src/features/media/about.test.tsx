import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from '../../lib/interface-language.ts';
import { preferences } from '../../lib/preferences.ts';
import { aStory } from '../../testing/fixtures.ts';
import { About } from './about.tsx';
import { MediaHead } from './media-head.tsx';

afterEach(async () => {
  preferences.change({ language: 'en' });
  await loadLanguage();
});

it('in Hindi has its genres and a synthetic voice in Hindi, and tags in their language', async () => {
  preferences.change({ language: 'hi' });
  await loadLanguage();
  const item = aStory({
    author: 'Shalini Kutty',
    creator: 'Shalini Kutty',
    narrator: 'a synthetic voice',
    genres: ['Animation', 'Romance', 'Ghazal'],
    tags: ['women'],
  });
  const { container } = render(
    <MemoryRouter>
      <MediaHead item={item} />
      <About item={item} />
    </MemoryRouter>,
  );
  const factOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;
  expect(container.textContent).toContain('लेखन: Shalini Kutty, वाचन: कृत्रिम आवाज़');
  expect(factOf('वाचन')?.textContent).toBe('कृत्रिम आवाज़');
  expect(factOf('विधाएँ')?.textContent).toBe('एनिमेशन, प्रेम कथा, Ghazal');
  expect(screen.getByText('Ghazal').lang).toBe('en');
  expect(screen.getByText('women').lang).toBe('en');
  expect(screen.getByText('Shalini Kutty', { selector: 'h1 ~ p a' }).lang).toMatch(/^en/);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sectionsQuery } from '../lib/page-sections.ts';
import { startPreview } from './preview.ts';

const frame = (pathname: string): Window => {
  // the page reads two properties of its parent
  const desk = { location: { pathname }, postMessage: vi.fn() } as unknown as Window;
  vi.stubGlobal('parent', desk);
  return desk;
};

const texts = [{ key: 'home.mission', content: 'Not saved yet' }];

/** Starts the preview and sends it one message. @returns what the page shows then */
const send = (source: unknown, { origin = location.origin, data = { preview: texts } as unknown } = {}) => {
  const client = new QueryClient();
  const openAgain = vi.fn();
  startPreview(client, openAgain);
  const event = new MessageEvent('message', { origin, data });
  Object.defineProperty(event, 'source', { value: source });
  dispatchEvent(event);
  return { shown: client.getQueryData(sectionsQuery('home').queryKey), openAgain };
};

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('the preview frame', () => {
  it('shows the texts of the back office, and opens the page again', () => {
    const desk = frame('/admin/');
    const { shown, openAgain } = send(desk);
    expect(shown).toEqual(texts);
    expect(openAgain).toHaveBeenCalledOnce();
    expect(document.body.textContent).toContain('Preview');
    expect(desk.postMessage).toHaveBeenCalledWith({ previewReady: true }, location.origin);
  });

  it('ignores other pages of this origin, other origins, other windows and other messages', () => {
    const shop = frame('/administration');
    expect(send(shop).shown).toBeUndefined();
    expect(document.body.textContent).toBe('');
    const desk = frame('/admin');
    expect(send(desk, { origin: 'https://elsewhere.example' }).shown).toBeUndefined();
    expect(send(window).shown).toBeUndefined();
    for (const data of [null, 'preview', { preview: 'x' }, {}])
      expect(send(desk, { data }).openAgain).not.toHaveBeenCalled();
  });
});

import { describe, expect, it } from 'vitest';
import { doEntries, goEntries, matching } from './commands.ts';

const labels = (text: string): string[] =>
  matching([...goEntries(), ...doEntries], text).map(({ label }) => label);

describe('commands of the palette', () => {
  it('name all fourteen tabs, each with its key', () => {
    const tabs = goEntries().filter(({ detail }) => detail?.startsWith('G '));
    expect(tabs).toHaveLength(14);
    expect(new Set(tabs.map(({ detail }) => detail)).size).toBe(14);
  });

  it('are found by parts of their words, in any order, letter case and accents aside', () => {
    expect(labels('USAGE')).toEqual(['Usage & Billing']);
    expect(labels('item add')).toEqual(['Add media item']);
    expect(labels('dépl')).toEqual(['Deploy']);
    expect(labels('no such word')).toEqual([]);
  });
});

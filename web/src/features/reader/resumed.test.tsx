import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Resumed, SHOWN_MS } from './resumed.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  getSelection()?.removeAllRanges();
  vi.useRealTimers();
});

const wait = (): void => act(() => void vi.advanceTimersByTime(SHOWN_MS));
const strip = () => screen.queryByText('Page 5, where you left off');

it('goes away after a while', () => {
  render(<Resumed page={5} onStart={() => undefined} />);
  expect(strip()).not.toBeNull();
  wait();
  expect(strip()).toBeNull();
});

it('stays while it has the focus', () => {
  render(<Resumed page={5} onStart={() => undefined} />);
  const button = screen.getByRole('button', { name: 'Start at page 1' });
  act(() => button.focus());
  wait();
  expect(strip()).not.toBeNull();
  act(() => button.blur());
  wait();
  expect(strip()).toBeNull();
});

it('stays while words are selected: the pages keep their size', () => {
  render(<Resumed page={5} onStart={() => undefined} />);
  getSelection()?.selectAllChildren(document.body);
  wait();
  expect(strip()).not.toBeNull();
});

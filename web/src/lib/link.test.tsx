import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { FollowLinks, Link } from './link.tsx';

function LocationProbe() {
  const { pathname, search, hash, state } = useLocation();
  return <p>{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>;
}

const rendered = vi.fn();
function RenderProbe() {
  rendered();
  return null;
}

const show = (link: ReactNode) =>
  render(
    <MemoryRouter initialEntries={['/e-books?q=rain']}>
      <FollowLinks>
        {link}
        <RenderProbe />
      </FollowLinks>
      <LocationProbe />
    </MemoryRouter>,
  );
const link = (): HTMLElement => screen.getByRole('link', { name: 'Go' });

/** @returns whether the browser's default navigation was left to happen */
const clickLink = (init: MouseEventInit = {}): boolean => {
  const event = createEvent.click(link(), { button: 0, ...init });
  // jsdom cannot navigate
  addEventListener('click', (last) => last.preventDefault(), { once: true });
  const prevent = vi.spyOn(event, 'preventDefault');
  fireEvent(link(), event);
  return prevent.mock.calls.length === 1;
};

it('navigates without a page load and without rendering siblings again', () => {
  show(
    <Link to="/ebook/a%20b?preview=true#page" state={{ from: 'here' }}>
      Go
    </Link>,
  );
  rendered.mockClear();

  expect(clickLink()).toBe(false);

  expect(screen.getByText('PUSH /ebook/a%20b?preview=true#page {"from":"here"}')).toBeDefined();
  expect(rendered).not.toHaveBeenCalled();
});

it('replaces the history entry when it points to the current page', () => {
  show(<Link to="/e-books?q=rain">Go</Link>);

  clickLink();

  expect(screen.getByText('REPLACE /e-books?q=rain null')).toBeDefined();
});

it.each([
  ['another tab', { ctrlKey: true }],
  ['another tab on a Mac', { metaKey: true }],
  ['another window', { shiftKey: true }],
  ['a download', { altKey: true }],
  ['the middle button', { button: 1 }],
])('leaves %s to the browser', (_, init) => {
  show(<Link to="/archives">Go</Link>);

  expect(clickLink(init)).toBe(true);

  expect(screen.getByText('POP /e-books?q=rain null')).toBeDefined();
});

it('leaves a link with a target to the browser', () => {
  show(
    <Link to="/archives" target="_blank">
      Go
    </Link>,
  );

  expect(clickLink()).toBe(true);
});

it('respects preventDefault of its click handler', () => {
  show(
    <Link to="/archives" onClick={(event) => event.preventDefault()}>
      Go
    </Link>,
  );

  clickLink();

  expect(screen.getByText('POP /e-books?q=rain null')).toBeDefined();
});

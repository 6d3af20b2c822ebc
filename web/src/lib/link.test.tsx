import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { FollowLinks, Link } from './link.tsx';

function Here() {
  const { pathname, search, hash, state } = useLocation();
  return <p>{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>;
}

const drawn = vi.fn();
function Drawn() {
  drawn();
  return null;
}

const show = (link: ReactNode) =>
  render(
    <MemoryRouter initialEntries={['/e-books?q=rain']}>
      <FollowLinks>
        {link}
        <Drawn />
      </FollowLinks>
      <Here />
    </MemoryRouter>,
  );
const link = (): HTMLElement => screen.getByRole('link', { name: 'Go' });

/** @returns whether the browser was left to follow the link by itself */
const press = (more: MouseEventInit = {}): boolean => {
  const event = createEvent.click(link(), { button: 0, ...more });
  // the test's browser can not leave its page
  addEventListener('click', (last) => last.preventDefault(), { once: true });
  const prevent = vi.spyOn(event, 'preventDefault');
  fireEvent(link(), event);
  return prevent.mock.calls.length === 1;
};

it('opens a page of the site without loading it anew, and draws nothing beside it again', () => {
  show(
    <Link to="/ebook/a%20b?preview=true#page" state={{ from: 'here' }}>
      Go
    </Link>,
  );
  drawn.mockClear();

  expect(press()).toBe(false);

  expect(screen.getByText('PUSH /ebook/a%20b?preview=true#page {"from":"here"}')).toBeDefined();
  expect(drawn).not.toHaveBeenCalled();
});

it('to where one is leaves no second step to go back', () => {
  show(<Link to="/e-books?q=rain">Go</Link>);

  press();

  expect(screen.getByText('REPLACE /e-books?q=rain null')).toBeDefined();
});

it.each([
  ['another tab', { ctrlKey: true }],
  ['another tab on a Mac', { metaKey: true }],
  ['another window', { shiftKey: true }],
  ['a download', { altKey: true }],
  ['the middle button', { button: 1 }],
])('leaves %s to the browser', (_, how) => {
  show(<Link to="/archives">Go</Link>);

  expect(press(how)).toBe(true);

  expect(screen.getByText('POP /e-books?q=rain null')).toBeDefined();
});

it('with a window of its own is the browser’s, too', () => {
  show(
    <Link to="/archives" target="_blank">
      Go
    </Link>,
  );

  expect(press()).toBe(true);
});

it('whoever handles a press may keep it', () => {
  show(
    <Link to="/archives" onClick={(event) => event.preventDefault()}>
      Go
    </Link>,
  );

  press();

  expect(screen.getByText('POP /e-books?q=rain null')).toBeDefined();
});

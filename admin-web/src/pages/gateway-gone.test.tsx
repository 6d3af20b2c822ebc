import { type Endpoint, isAudited, mediaTypes, services } from '@satrangi/contracts';
import { type MediaCall, mediaCallName, mediaCallNames } from '@satrangi/contracts/pure';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formsAboutPeople } from '../testing/written-people.ts';
import { formsOfWorks } from '../testing/written-works.ts';

const writtenForms = [...formsOfWorks, ...formsAboutPeople];

/** A button sends these; nothing is typed for them. */
const withoutText = [
  'payments.resendOrder',
  'catalog.orderCurated',
  'catalog.putWaveform',
  'cms.reorderSections',
  'cms.rollbackSection',
  'cms.setSectionStatus',
];
/** Not called by the page, or by a form that has a row: a draft is imported or written, then sent. */
const elsewhere = ['cms.sendNewsletter', 'cms.createLetter'];
/** An upload: its file is chosen again, see media-form-files.test.tsx. */
const uploads = ['catalog.uploadEbookCaptions', 'catalog.uploadEbookPreview'];

// `Object.keys` loses the names
const mediaCalls = Object.keys(mediaCallNames) as MediaCall[];
const otherKinds = new Set(
  mediaTypes
    .filter(({ stored }) => stored !== 'ebook')
    .flatMap((kind) => mediaCalls.map((call) => `catalog.${mediaCallName(call, kind)}`)),
);

/** Every write of an admin that takes a body. */
const writes: readonly string[] = Object.entries(services).flatMap(([service, { api }]) =>
  Object.entries<Endpoint>(api)
    .filter(([, endpoint]) => isAudited(endpoint) && endpoint.body !== undefined)
    .map(([name]) => `${service}.${name}`)
    .filter((call) => !otherKinds.has(call)),
);

const endpointOf = (call: string): Endpoint => {
  const [service = '', name = ''] = call.split('.');
  const { api } = services[service as keyof typeof services];
  return (api as Readonly<Record<string, Endpoint>>)[name] as Endpoint;
};

const html = (status: number): Response =>
  new Response('<!doctype html><title>Bad gateway</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** What comes of three tries: no network, the page of a proxy, an empty answer. */
const failures: readonly (() => Response)[] = [
  () => {
    throw new TypeError('Failed to fetch');
  },
  () => html(502),
  () => new Response(null, { status: 503 }),
];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('without a gateway (P82)', () => {
  it('every write of an admin that takes a text has a form in the table', () => {
    const rows = [...new Set(writtenForms.map(({ call }) => call))];
    expect([...rows, ...withoutText, ...elsewhere, ...uploads].toSorted()).toEqual(writes.toSorted());
  });

  it.each(writtenForms.map((row) => [[row.call, row.which].filter(Boolean).join(', '), row] as const))(
    '%s: its sentence, nothing typed is lost, and each press is one same call',
    async (_, { call, open, fill, button, sentence, typed }) => {
      const warned = vi.spyOn(console, 'warn');
      const { user, fetched } = open();
      const { method, path } = endpointOf(call);
      const pattern = new RegExp(`/api${path.replace(/:\w+/g, '[^/]+')}$`);
      const sent: string[] = [];
      const answer = fetched.getMockImplementation();
      fetched.mockImplementation(async (input, init) => {
        const isWrite = (init?.method ?? 'GET') === method && pattern.test(String(input));
        // the fake server of the fixture is there
        if (!isWrite) return answer?.(input, init) as Promise<Response>;
        const headers = new Headers(init?.headers);
        sent.push(JSON.stringify([init?.body, headers.get('if-match'), headers.get('idempotency-key')]));
        const fail = failures[sent.length - 1];
        if (!fail) throw new Error('sent too often');
        return fail();
      });

      await fill(user);
      const before = typed();
      expect(before).not.toBe('');
      for (const [index] of failures.entries()) {
        await user.click(button());
        await waitFor(() => expect(sent).toHaveLength(index + 1));
        expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
        await waitFor(() => expect(button().matches(':disabled, [aria-disabled=true]')).toBe(false));
        expect(typed()).toBe(before);
      }
      expect(new Set(sent).size).toBe(1);
      expect(warned).not.toHaveBeenCalled();
    },
  );
});

import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

it('WEB-65: the calendar entry is the last day in India, and names neither event nor site', () => {
  const file = calendarFile('2026-12-10T18:29:59.999Z', 'id@calendar', new Date('2026-11-24T10:00:00.000Z'));

  expect(file).toContain('DTSTART;VALUE=DATE:20261210\r\nDTEND;VALUE=DATE:20261211\r\n');
  expect(file).toContain('DTSTAMP:20261124T100000Z');
  expect(file).not.toMatch(/satrangi|queer|virtual|run|http/i);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

import { expect, it } from 'vitest';
import { personalFieldsOf } from './personal-fields.rules.ts';

it('counts every field as personal except the id and the erasure record', () => {
  expect(personalFieldsOf(['_id', 'id', 'erasure', 'email', 'addedLater'])).toEqual(['email', 'addedLater']);
});

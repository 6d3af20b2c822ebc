import { expect, it } from 'vitest';
import { driveFileIdOf } from './drive.ts';

const id = '1AbC-dEf_GhIjKlMnOpQrStUvWxYz012345';

it.each([
  `https://drive.google.com/file/d/${id}/view?usp=sharing`,
  `https://drive.google.com/file/d/${id}/view`,
  `https://drive.google.com/file/d/${id}`,
  `https://drive.google.com/file/u/1/d/${id}/edit`,
  `https://drive.google.com/open?id=${id}`,
  `https://drive.google.com/uc?export=download&id=${id}`,
  `https://docs.google.com/document/d/${id}/edit#heading=h.1`,
  `https://docs.google.com/spreadsheets/d/${id}/edit?gid=0`,
  `https://docs.google.com/a/press.example/document/d/${id}/edit`,
  ` https://drive.google.com/file/d/${id}/view `,
])('%s contains a file id (CAT-17)', (link) => {
  expect(driveFileIdOf(link)).toBe(id);
});

it.each(['', 'https://drive.google.com/drive/folders/1', `https://evil.example/file/d/${id}/view`, id])(
  '%s contains no file id (attack S30)',
  (link) => {
    expect(driveFileIdOf(link)).toBeNull();
  },
);

import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

describe('password strength', () => {
  it('is zero below six characters', () => {
    expect(strengthOf('aB3$x')).toBe(0);
    expect(strengthOf('aB3$xy')).toBeGreaterThan(0);
  });

  it('grows with length and with different kinds of characters', () => {
    expect(strengthOf('abcdef')).toBe(1);
    expect(strengthOf('abcdEF12')).toBe(2);
    expect(strengthOf('monsoon on the balcony')).toBe(3);
  });

  it('does not count a repeated letter as length', () => {
    expect(strengthOf('aaaaaaaaaaaaaaaaaaaa')).toBe(1);
  });
});

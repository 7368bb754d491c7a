import { expect, it } from '@jest/globals';
import { profileOf } from '../../../src/features/accounts/providers/identity-provider.ts';

const given = {
  id: 'a1',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada',
  image: 'https://example.com/a.png',
};

it.each(['\ud800', 'a\0'])('takes nothing from a profile that no store could keep: %j', (text) => {
  expect(profileOf({}, { ...given, id: text })).toBeUndefined();
  expect(profileOf({}, { ...given, name: text, email: text, image: `https://example.com/${text}` })).toMatchObject({
    ...{ name: undefined, email: undefined, image: null },
  });
});

it('cuts no character of a long name in half', () => {
  expect(profileOf({}, { ...given, name: `${'a'.repeat(254)}😀` })!.name).toBe('a'.repeat(254));
});

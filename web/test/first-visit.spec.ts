import { describe, expect, it } from '@jest/globals';
import { stepsDone } from '@/lib/first-steps';
import { organizationToOpen } from '@/lib/last-organization';

describe('the organization opened at once', () => {
  const [acme, nordlicht] = [{ slug: 'acme' }, { slug: 'nordlicht' }];

  it.each([
    ['the last one', [acme, nordlicht], 'nordlicht', nordlicht],
    ['the only one', [acme], '', acme],
    ['the only one left, where the last one is gone', [acme], 'nordlicht', acme],
    ['none of several, before one was opened', [acme, nordlicht], '', undefined],
    ['none where there is none', [], 'acme', undefined],
  ])('is %s', (_, all, last, opened) => {
    expect(organizationToOpen(all, last)).toBe(opened);
  });
});

describe('the first steps', () => {
  const none = { product_id: null, checkout_id: null, order_id: null };

  it.each([
    [none, false, [false, false, false, false]],
    [{ ...none, product_id: 'p' }, false, [true, false, false, false]],
    [{ ...none, product_id: 'p', checkout_id: 'c' }, false, [true, true, false, false]],
    // The product was archived and the checkout came over the API.
    [{ ...none, order_id: 'o' }, false, [true, true, true, false]],
    [{ ...none, order_id: 'o' }, true, [true, true, true, true]],
    [none, true, [false, false, false, false]],
  ])('follow from %j, looked at: %s', (progress, looked, done) => {
    expect(stepsDone(progress, looked)).toEqual(done);
  });
});

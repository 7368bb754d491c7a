import { describe, expect, it } from '@jest/globals';
import { toApiError } from '@/api/error';
import { declineWords, initialsOf, shopOf } from '@/features/checkout/words';

describe('the hosted checkout', () => {
  it('says after a decline that nothing was charged, the reason, and what to try', () => {
    expect([
      declineWords('Your card was declined.'),
      declineWords('Your card has insufficient funds.'),
      declineWords('Your bank requires your confirmation.'),
      declineWords('Payments are not set up here'),
      declineWords('The customer could not be created'),
    ]).toEqual([
      'You were not charged. Your card was declined. Try another card, or ask your bank.',
      'You were not charged. Your card has insufficient funds. Try another card, or try again once there is enough money.',
      'You were not charged. Your bank requires your confirmation. Approve the payment when your bank asks, or try another card.',
      'You were not charged. Payments are not set up here. Ask the seller how to pay.',
      'You were not charged. The customer could not be created. Try again in a moment.',
    ]);
  });

  it('leads back to the checkout’s success address, else to the seller’s website', () => {
    expect(shopOf({ website: 'https://shop.example' }, 'https://shop.example/thanks')).toBe(
      'https://shop.example/thanks',
    );
    expect(shopOf({ website: 'https://shop.example' }, undefined)).toBe('https://shop.example/');
    for (const website of [null, '', 'shop', 'javascript:alert(1)'])
      expect(shopOf({ website }, undefined)).toBeUndefined();
  });

  it('shows at most two initials of a seller', () => {
    expect(
      ['Field Notes Press', 'papier & Söhne', 'Ölwerk', '42', '…', 'Greta’s Press', "O'Brien"].map(initialsOf),
    ).toEqual(['FN', 'PS', 'Ö', '4', '', 'GP', 'O']);
  });

  it('knows when a checkout expired', () => {
    const expired = {
      error: 'ExpiredCheckoutError',
      detail: 'This checkout is expired.',
      expired_at: '2026-11-22T10:00:00.000Z',
    };
    expect(toApiError(410, expired)).toMatchObject({ status: 410, expiredAt: '2026-11-22T10:00:00.000Z' });
    expect(toApiError(410, { ...expired, expired_at: undefined }).expiredAt).toBeUndefined();
  });
});

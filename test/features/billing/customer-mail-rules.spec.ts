import { describe, expect, it } from '@jest/globals';
import { subscriptionMailProcess } from '../../../src/features/billing/customer-mails/subscription-mail.process.ts';
import { contrast, tonesOf } from '../../../src/features/accounts/organizations/accent.rules.ts';
import { recorded } from '../../support/given.ts';

describe('the process of mails about subscriptions', () => {
  const newsOf = (type: string, data: object) =>
    subscriptionMailProcess
      .react(
        recorded({ type, data: { subscriptionId: 's1', organizationId: 'g1', customerId: 'c1', ...data } }) as never,
      )
      .map(({ data: sent }) => (sent as { news: { kind: string } }).news.kind);

  it('tells what happens, except what the mail about a payment says', () => {
    expect(newsOf('SubscriptionCanceled', { endsAt: 'x' })).toEqual(['canceled']);
    expect(newsOf('SubscriptionUncanceled', { renewsAt: null })).toEqual(['resumed']);
    expect(newsOf('SubscriptionEnded', { endedAt: 'x' })).toEqual(['ended']);
    expect(newsOf('SubscriptionRevoked', { endedAt: 'x' })).toEqual(['ended']);
    expect(newsOf('SubscriptionRevoked', { endedAt: 'x', cause: 'payment_failed' })).toEqual([]);
  });
});

describe('the tones of a colour', () => {
  it.each(['#ffd400', '#0a0a2a', '#ffffff', '#000000', '#1f5c46', '#e11d48'])('of %s can be read', (accent) => {
    const { light, dark } = tonesOf(accent);
    for (const [tone, page] of [
      [light, '#ffffff'],
      [dark, '#1f2937'],
    ] as const) {
      expect(contrast(tone.color, tone.text)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tone.ink, page)).toBeGreaterThanOrEqual(4);
    }
  });

  it('are the colour itself where that can be read', () => {
    expect(tonesOf('#1f5c46').light).toEqual({ color: '#1f5c46', text: '#ffffff', ink: '#1f5c46' });
    expect(tonesOf('#ffd400').dark).toEqual({ color: '#ffd400', text: '#000000', ink: '#ffd400' });
    expect(tonesOf('#e0b000').light).toMatchObject({ color: '#e0b000', text: '#000000' });
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  });
});

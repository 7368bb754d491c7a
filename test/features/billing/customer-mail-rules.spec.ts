import { describe, expect, it } from '@jest/globals';
import { subscriptionMailProcess } from '../../../src/features/billing/subscriptions/mails/subscription-mail.process.ts';
import {
  subscriptionCanceledMail,
  subscriptionEndedMail,
} from '../../../src/features/billing/subscriptions/mails/subscription.mails.ts';
import { contrast, tonesOf } from '../../../src/features/accounts/organizations/accent.rules.ts';
import { NOW, recorded } from '../../support/given.ts';

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

describe('a mail about the end of a subscription', () => {
  const seller = {
    ...{ organizationName: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'jpy', now: NOW },
    sender: { name: 'Acme', replyTo: null } as never,
  };
  const place = { baseUrl: 'http://localhost', to: 'ann@example.com' };
  const canceled = (changes: object) => {
    const { values } = subscriptionCanceledMail.sample(seller);
    return JSON.stringify(subscriptionCanceledMail.contentOf({ ...values, ...changes }, place).blocks);
  };
  const ended = (billsLeft: number) => {
    const { values } = subscriptionEndedMail.sample(seller);
    return JSON.stringify(subscriptionEndedMail.contentOf({ ...values, billsLeft }, place).blocks);
  };

  it('says what is still charged: nothing, what was used, or what has failed', () => {
    expect(canceled({})).toMatch(/You keep it until [^.]+\. After that, nothing more is charged for it\./);
    expect(canceled({ billsLeft: 1 })).toMatch(/You keep it until [^.]+\. A last bill then has what you have used/);
    expect(canceled({ owed: 1 })).toMatch(/It ends on [^.]+\. Its last payment failed and is still due until then\./);
    expect(canceled({ owed: 1 })).not.toContain('You keep it');
    expect(ended(0)).not.toContain('last bill');
    expect(ended(1)).toContain('is on a last bill.');
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

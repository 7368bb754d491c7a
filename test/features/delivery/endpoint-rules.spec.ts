import { describe, expect, it } from '@jest/globals';
import { endpointDecider } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.decider.ts';
import { endpointProjection } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import {
  attempted,
  disablingRow,
  isSlow,
  noProgress,
  withoutRow,
  type EndpointProgress,
  type Round,
} from '../../../src/features/delivery/webhooks/sending/webhook-progress.rules.ts';
import type { EndpointEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const about = { endpointId: 'e1', organizationId: 'o1' };
const created: EndpointEvent = {
  type: 'WebhookEndpointCreated',
  data: {
    ...about,
    url: 'https://a.example',
    format: 'raw',
    events: ['order.created'],
    secretId: 's1',
    apiVersion: '2027-01',
  },
};
const AT = addSeconds(NOW, 60);
const disabled = (failed = 10): EndpointEvent => ({
  type: 'WebhookEndpointDisabled',
  data: { ...about, failed, missedFrom: 'event 1', at: AT },
});
const enabled: EndpointEvent = { type: 'WebhookEndpointEnabled', data: { ...about, at: AT } };

describe('an endpoint', () => {
  const given = specOf(endpointDecider);
  const disable = {
    type: 'DisableWebhookEndpoint',
    data: { endpointId: 'e1', failed: 10, missedFrom: 'event 1' },
    machineNow: AT,
  } as const;

  it('is disabled once, and again only after it was enabled', () => {
    given(created).when(disable).then(disabled());
    given(created, disabled()).when(disable).then();
    given(created, disabled(), enabled).when(disable).then(disabled());
  });

  it('shows since when it is disabled, until it is enabled', () => {
    const shown = (...events: EndpointEvent[]) =>
      documentsOf(
        endpointProjection,
        events.map((event) => recorded(event)),
      )['e1']?.disabled_at;
    expect(shown(created)).toBeNull();
    expect(shown(created, disabled())).toBe(AT);
    expect(shown(created, disabled(), enabled)).toBeNull();
  });

  it('gets the events after its creation, or after it was last enabled', () => {
    const history = [created, disabled(), enabled].map((event) => recorded(event));
    const since = (events: typeof history) => documentsOf(endpointProjection, events)['e1']?.since;
    expect(since(history.slice(0, 2))).toBe(history[0]!.position);
    expect(since(history)).toBe(history[2]!.position);
  });
});

describe('failures in a row', () => {
  /** All but one of its attempts have failed. */
  const last: Round = { round: 0, attempts: 9, failed: 9, failingSince: NOW, nextAttemptAt: NOW };
  const next = (progress: EndpointProgress, succeeded: boolean) => {
    const n = progress.outcomes.length + 1;
    const attempt = { at: NOW, httpCode: succeeded ? 200 : 500, succeeded, durationMs: 20, eventId: `event ${n}` };
    return attempted(progress, `message ${n}`, last, attempt);
  };
  const failing = (count: number, after = noProgress) =>
    Array.from({ length: count }).reduce<EndpointProgress>((progress) => next(progress, false), after);

  it('disable an endpoint at the tenth message', () => {
    expect(disablingRow(failing(9))).toBeUndefined();
    expect(disablingRow(failing(10))).toEqual({ count: 10, firstEventId: 'event 1' });
  });

  it('are counted anew after a delivery, and once the endpoint is enabled', () => {
    for (const progress of [next(failing(9), true), withoutRow(failing(9))])
      expect(disablingRow(failing(9, progress))).toBeUndefined();
  });
});

describe('an endpoint that takes long', () => {
  const first: Round = { round: 0, attempts: 0, failed: 0, failingSince: null, nextAttemptAt: NOW };
  const after = (durationMs: number | null, httpCode: number | null, progress = noProgress) =>
    attempted(progress, 'w1', first, { at: NOW, httpCode, succeeded: httpCode === 200, durationMs, eventId: 'v1' });

  it('is slow for an hour, whether it answers or not', () => {
    for (const progress of [after(2_001, 200), after(2_001, 500), after(10_000, null)]) {
      expect(isSlow(progress, addSeconds(NOW, 3_599))).toBe(true);
      expect(isSlow(progress, addSeconds(NOW, 3_600))).toBe(false);
    }
  });

  it('stays slow when it answers promptly in between', () => {
    expect(isSlow(after(20, 500, after(2_001, 500)), NOW)).toBe(true);
  });

  it('is another than one that answers promptly, or that nothing was sent to', () => {
    for (const progress of [noProgress, after(2_000, 200), after(20, null), after(null, null)])
      expect(isSlow(progress, NOW)).toBe(false);
  });
});

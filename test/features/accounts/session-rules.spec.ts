import { describe, expect, it } from '@jest/globals';
import { isTrustedOrigin } from '../../../src/app/http/callers/origins.ts';
import { ProcessRequestCounts } from '../../../src/app/http/sharing/request-counts.ts';
import { sessionDecider } from '../../../src/features/accounts/sessions/session.decider.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { NOW, specOf } from '../../support/given.ts';

describe('session lifetimes', () => {
  it('end after a thousand extensions', () => {
    const started = {
      type: 'SessionStarted' as const,
      data: {
        sessionId: 's1',
        userId: 'u1',
        at: NOW,
        expiresAt: addSeconds(NOW, 10),
        rememberMe: true,
        ipAddress: '',
        userAgent: '',
        activeOrganizationId: null,
      },
    };
    const refreshed = (seconds: number) => ({
      type: 'SessionRefreshed' as const,
      data: { sessionId: 's1', at: NOW, expiresAt: addSeconds(NOW, seconds) },
    });
    const refresh = {
      type: 'RefreshSession' as const,
      data: { sessionId: 's1', expiresAt: addSeconds(NOW, 2_000), updateAge: 0 },
    };
    const past = Array.from({ length: 1_000 }, (_, index) => refreshed(11 + index));
    const given = specOf(sessionDecider);
    given(started, ...past.slice(1))
      .when(refresh)
      .then(refreshed(2_000));
    given(started, ...past)
      .when(refresh)
      .then();
    given(started, refreshed(2_000)).when(refresh).then();
  });
});

describe('origins', () => {
  it.each([
    ['https://app.test', 'https://app.test', true],
    ['https://app.test', 'https://app.test/deep?x=1', true],
    ['https://app.test', 'http://app.test', false],
    ['https://app.test', 'https://app.test:8443', false],
    ['https://app.test', 'https://app.test.evil.example', false],
    ['myapp://', 'myapp://open/here', true],
    ['myapp://', 'myapps://open', false],
    ['*.wild.test', 'https://a.wild.test', true],
    ['*.wild.test', 'https://a.b.wild.test', true],
    ['*.wild.test', 'https://wild.test', false],
    ['*.wild.test', 'https://a.wild.test:8080', false],
    ['*.wild.test:8080', 'https://a.wild.test:8080', true],
    ['*.wild.test', 'https://evil.example/.wild.test', false],
    ['*.wild.test', 'https://evil.example\\.wild.test', false],
    ['*.wild.test', 'javascript://a.wild.test/%0aalert(1)', false],
    ['https://*.wild.test', 'https://a.wild.test', false],
    ['https://app.test', 'null', false],
  ])('by %s, %s is trusted: %s', (pattern, url, trusted) => expect(isTrustedOrigin(url, [pattern])).toBe(trusted));
});

describe('AUTH_RATE_LIMIT', () => {
  it('bounds its memory', async () => {
    const counts = new ProcessRequestCounts();
    const kept = () => (counts as unknown as { windows: Map<number, Map<string, unknown>> }).windows.get(10)!.size;
    for (let index = 0; index < 100_010; index++) await counts.admit(`a${index}`, { max: 3, window: 10 }, 0);
    expect(kept()).toBeLessThanOrEqual(100_000);
    await counts.admit('later', { max: 3, window: 10 }, 20_000);
    expect(kept()).toBe(1);
  });
});

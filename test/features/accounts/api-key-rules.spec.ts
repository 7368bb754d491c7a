import { describe, expect, it } from '@jest/globals';
import { spend, type KeyUse, type UseLimits } from '../../../src/features/accounts/api-keys/api-key-use.rules.ts';
import {
  DeleteApiKeysOf,
  RecordApiKeyUse,
  type GivenSettings,
} from '../../../src/features/accounts/api-keys/api-key.commands.ts';
import { apiKeyDecider, apiKeyUseDecider } from '../../../src/features/accounts/api-keys/api-key.decider.ts';
import { apiKeyStream, type ApiKeyEvent } from '../../../src/features/accounts/api-keys/api-key.events.ts';
import { apiKeyProcess } from '../../../src/features/accounts/api-keys/api-key.process.ts';
import { apiKeyProjection } from '../../../src/features/accounts/api-keys/api-key.projection.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const DAY = 86_400;

describe('key rules', () => {
  const given = specOf(apiKeyDecider);
  const owner = { userId: 'u1', organizationId: null };
  const create = (settings: GivenSettings, prefix: string | null = null) => ({
    type: 'CreateApiKey' as const,
    data: { keyId: 'k1', start: 'abcdef', prefix, given: settings, ...owner },
  });
  const update = (settings: GivenSettings) => ({
    type: 'UpdateApiKey' as const,
    data: { keyId: 'k1', given: settings, ...owner },
  });
  const plain = {
    name: null,
    enabled: true,
    expiresAt: null,
    remaining: null,
    refillAmount: null,
    refillInterval: null,
    rateLimitEnabled: true,
    rateLimitTimeWindow: 86_400_000,
    rateLimitMax: 10,
    permissions: null,
    metadata: null,
  };
  const created: ApiKeyEvent = {
    type: 'ApiKeyCreated',
    data: { keyId: 'k1', start: 'abcdef', prefix: null, at: NOW, ...owner, ...plain },
  };
  const deleted: ApiKeyEvent = { type: 'ApiKeyDeleted', data: { keyId: 'k1', reason: 'deleted', ...owner } };

  it('defaults to ten uses a day', () => {
    given().when(create({})).then(created);
    given(created).when(create({})).then();
  });

  it('starts as after a refill', () => {
    const refill = { refillAmount: 5, refillInterval: 1 };
    given()
      .when(create(refill))
      .then({ ...created, data: { ...created.data, ...refill, remaining: 5 } } as ApiKeyEvent);
  });

  it('rejects values out of bounds', () => {
    const tooSoon = 'THE_EXPIRESIN_IS_SMALLER_THAN_THE_PREDEFINED_MINIMUM_VALUE';
    const tooLate = 'THE_EXPIRESIN_IS_LARGER_THAN_THE_PREDEFINED_MAXIMUM_VALUE';
    given()
      .when(create({ expiresIn: DAY - 1 }))
      .thenRefused(tooSoon);
    given()
      .when(create({ expiresIn: 365 * DAY + 1 }))
      .thenRefused(tooLate);
    given()
      .when(create({ name: '' }))
      .thenRefused('THE_NAME_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL');
    given()
      .when(create({ name: 'x'.repeat(33) }))
      .thenRefused('THE_NAME_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL');
    given()
      .when(create({}, 'x'.repeat(33)))
      .thenRefused('THE_PREFIX_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL');
    given()
      .when(create({ metadata: 'x' }))
      .thenRefused('METADATA_MUST_BE_AN_OBJECT_OR_UNDEFINED');
    given()
      .when(create({ metadata: [1] }))
      .thenRefused('METADATA_MUST_BE_AN_OBJECT_OR_UNDEFINED');
    const amountAlone = 'REFILLINTERVAL_IS_REQUIRED_WHEN_REFILLAMOUNT_IS_PROVIDED';
    given()
      .when(create({ refillAmount: 1 }))
      .thenRefused(amountAlone);
    given()
      .when(create({ refillInterval: 1 }))
      .thenRefused('REFILLAMOUNT_IS_REQUIRED_WHEN_REFILLINTERVAL_IS_PROVIDED');
    given(created)
      .when(update({ refillAmount: 1 }))
      .thenRefused(amountAlone);
  });

  it('accepts a day and a year', () => {
    const until = (expiresIn: number) =>
      ({ ...created, data: { ...created.data, expiresAt: addSeconds(NOW, expiresIn) } }) as ApiKeyEvent;
    given()
      .when(create({ expiresIn: DAY }))
      .then(until(DAY));
    given()
      .when(create({ expiresIn: 365 * DAY }))
      .then(until(365 * DAY));
  });

  it('changes only the given settings', () => {
    given(created)
      .when(update({ name: 'two', expiresIn: null }))
      .then({ type: 'ApiKeyUpdated', data: { keyId: 'k1', ...owner, name: 'two', expiresAt: null, at: NOW } });
    given(created).when(update({})).thenRefused('NO_VALUES_TO_UPDATE');
    given(deleted)
      .when(update({ name: 'two' }))
      .thenRefused('API_KEY_NOT_FOUND');
  });

  it("treats another owner's key as absent", () => {
    for (const other of [
      { userId: 'u2', organizationId: null },
      { userId: 'u1', organizationId: 'o1' },
    ]) {
      const remove = { type: 'DeleteApiKey' as const, data: { keyId: 'k1', reason: 'deleted' as const, ...other } };
      given(created).when(remove).thenRefused('API_KEY_NOT_FOUND');
    }
  });

  it('ends once; an automatic end may come late', () => {
    const end = (reason: 'deleted' | 'expired') => ({
      type: 'DeleteApiKey' as const,
      data: { ...deleted.data, reason },
    });
    given(created).when(end('deleted')).then(deleted);
    given(created, deleted).when(end('deleted')).thenRefused('API_KEY_NOT_FOUND');
    given(created, deleted).when(end('expired')).then();
  });

  it('counts down `remaining` from when it was set', () => {
    const later = addSeconds(NOW, 60);
    const updated: ApiKeyEvent = { type: 'ApiKeyUpdated', data: { keyId: 'k1', ...owner, remaining: 3, at: later } };
    const stream = apiKeyStream('k1');
    const { k1 } = documentsOf(apiKeyProjection, [recorded(created, { stream }), recorded(updated, { stream })]);
    expect(k1).toMatchObject({ remaining: 3, remainingSince: later, createdAt: NOW, updatedAt: later, owner: 'u1' });
    expect(documentsOf(apiKeyProjection, [recorded(created, { stream }), recorded(deleted, { stream })])).toEqual({});
  });

  it('blanks the fields of an erased user', () => {
    const named = { ...created, data: { ...created.data, name: 'mine', metadata: { a: 1 } } } as ApiKeyEvent;
    const { k1 } = documentsOf(apiKeyProjection, [recorded(named, { stream: apiKeyStream('k1') })]);
    expect(apiKeyProjection.blank!(k1!, 'user:u1')).toMatchObject({ name: null, metadata: null });
  });

  it('records each hour once', () => {
    const hour = { keyId: 'k1', ...owner, hour: NOW, uses: 2 };
    const used = { type: 'ApiKeyUsed' as const, data: hour };
    const givenUse = specOf(apiKeyUseDecider);
    givenUse().when({ type: 'RecordApiKeyUse', data: hour }).then(used);
    givenUse(used)
      .when({ type: 'RecordApiKeyUse', data: { ...hour, uses: 3 } })
      .then();
  });

  it('is deleted with its owner, and its uses are recorded then', () => {
    const steps = (event: Parameters<typeof apiKeyProcess.react>[0]) =>
      apiKeyProcess.react(event).map(({ command, data }) => [command, data]);
    expect(steps(recorded(deleted))).toEqual([[RecordApiKeyUse, { keyId: 'k1', ...owner, last: true }]]);
    const gone = { type: 'UserDeleted' as const, data: { userId: 'u1', released: [], at: NOW } };
    expect(steps(recorded(gone))).toEqual([[DeleteApiKeysOf, { owner: 'u1' }]]);
    const released = { kind: 'organization-slug', digest: 'd' };
    const closed = { organizationId: 'o1', released, createdBy: 'u1' };
    expect(steps(recorded({ type: 'OrganizationDeleted', data: closed }))).toEqual([
      [DeleteApiKeysOf, { owner: 'o1' }],
    ]);
  });
});

describe('key uses', () => {
  const limits: UseLimits = {
    createdAt: NOW,
    remaining: null,
    remainingSince: NOW,
    refillAmount: null,
    refillInterval: null,
    rateLimitEnabled: false,
    rateLimitTimeWindow: 60_000,
    rateLimitMax: 2,
  };
  /** Uses a key at these seconds after NOW; answers each outcome, and the final state. */
  function used(with_: Partial<UseLimits>, ...seconds: number[]): { outcomes: string[]; use: KeyUse | undefined } {
    let use: KeyUse | undefined;
    const outcomes = seconds.map((second) => {
      const spent = spend({ ...limits, ...with_ }, use, addSeconds(NOW, second));
      if (spent.outcome === 'used') use = spent.use;
      return spent.outcome === 'RATE_LIMITED' ? `${spent.outcome} ${spent.tryAgainIn}` : spent.outcome;
    });
    return { outcomes, use };
  }

  it('count down to zero', () => {
    const { outcomes, use } = used({ remaining: 2 }, 1, 2, 3);
    expect(outcomes).toEqual(['used', 'used', 'USAGE_EXCEEDED']);
    expect(use).toMatchObject({ remaining: 0, requestCount: 2, lastRequest: addSeconds(NOW, 2) });
  });

  it('are refilled after the interval, counted from the last refill', () => {
    const refill = { remaining: 1, refillAmount: 2, refillInterval: 1 };
    expect(used(refill, 1, DAY, DAY + 1, DAY + 2, DAY + 3, 2 * DAY + 2).outcomes).toEqual([
      'used',
      'USAGE_EXCEEDED',
      'used',
      'used',
      'USAGE_EXCEEDED',
      'used',
    ]);
  });

  it('are limited per window, which extends from the last allowed use', () => {
    const { outcomes, use } = used({ rateLimitEnabled: true }, 0, 50, 100, 110, 111);
    expect(outcomes).toEqual(['used', 'used', 'RATE_LIMITED 10000', 'RATE_LIMITED 0', 'used']);
    expect(use).toMatchObject({ requestCount: 1 });
  });

  it('do not count when refused', () => {
    const both = { rateLimitEnabled: true, remaining: 5 };
    expect(used(both, 0, 1, 2, 3).use).toMatchObject({ remaining: 3, requestCount: 2 });
  });

  it('are summed by the hour', () => {
    const { use } = used({}, 0, 1, 3_600, 7_200);
    expect(use!.closed).toEqual([
      { hour: '2026-01-31T10:00:00.000Z', uses: 2 },
      { hour: '2026-01-31T11:00:00.000Z', uses: 1 },
    ]);
    expect(use!.open).toEqual({ hour: '2026-01-31T12:00:00.000Z', uses: 1 });
  });
});

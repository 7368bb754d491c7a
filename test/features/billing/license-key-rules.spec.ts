import { describe, expect, it } from '@jest/globals';
import { counted, type LicenseKeyUse } from '../../../src/features/billing/license-keys/license-key-use.rules.ts';
import { closeHour } from '../../../src/kernel/hourly-use.ts';
import { limitsAt } from '../../../src/features/billing/benefits/license-key-terms.rules.ts';
import {
  licenseKeyDecider,
  validate,
  type LicenseKey,
} from '../../../src/features/billing/license-keys/license-key.decider.ts';
import { licenseKeyProjection } from '../../../src/features/billing/license-keys/license-key.projection.ts';
import type { LicenseKeyEvent } from '../../../src/features/billing/license-keys/license-key.events.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const LATER = '2027-01-31T10:00:00.000Z';
const about = { licenseKeyId: 'k1', organizationId: 'o1', customerId: 'c1' };
const code = { rotation: 0, digest: 'd0', displayKey: '****-ABCDEF' };
const issued = (changes: object = {}): LicenseKeyEvent => ({
  type: 'LicenseKeyIssued',
  data: {
    ...about,
    benefitId: 'b1',
    grantId: 'g1',
    prefix: null,
    ...code,
    expiresAt: null,
    limitActivations: 2,
    limitUsage: null,
    issuedAt: NOW,
    ...changes,
  },
});
const activated = (activationId: string, conditions = {}): LicenseKeyEvent => ({
  type: 'LicenseKeyActivated',
  data: { ...about, activationId, label: 'Desk', conditions, meta: {} },
});
const activate = (activationId: string) =>
  ({
    type: 'ActivateLicenseKey',
    data: { licenseKeyId: 'k1', activationId, label: 'Desk', conditions: {}, meta: {} },
    now: NOW,
  }) as const;

describe('the license key decider', () => {
  const given = specOf(licenseKeyDecider);

  it('activates up to the limit, and again after a deactivation', () => {
    given(issued()).when(activate('a1')).then(activated('a1'));
    given(issued(), activated('a1'), activated('a2')).when(activate('a3')).thenRefused('NotPermitted');
    const freed: LicenseKeyEvent = { type: 'LicenseKeyDeactivated', data: { ...about, activationId: 'a1' } };
    given(issued(), activated('a1'), activated('a2'), freed).when(activate('a3')).then(activated('a3'));
    given(issued({ limitActivations: null }))
      .when(activate('a1'))
      .thenRefused('NotPermitted');
  });

  it('activates neither what is disabled nor what has expired', () => {
    const disabled: LicenseKeyEvent = { type: 'LicenseKeyChanged', data: { ...about, status: 'disabled' } };
    given(issued(), disabled).when(activate('a1')).thenRefused('ResourceNotFound');
    given(issued({ expiresAt: NOW }))
      .when(activate('a1'))
      .thenRefused('ResourceNotFound');
  });

  it('sets usage at what is counted, so that later counts add to it', () => {
    const update = { type: 'UpdateLicenseKey', data: { licenseKeyId: 'k1', usage: 3, used: 40 } } as const;
    const changed: LicenseKeyEvent = { type: 'LicenseKeyChanged', data: { ...about, usage: { count: 3, from: 40 } } };
    given(issued()).when(update).then(changed);
    given(issued(), changed).when(update).then();
  });

  const applied = (terms: object): LicenseKeyEvent => ({
    type: 'LicenseKeyTermsApplied',
    data: { ...about, expiresAt: null, limitActivations: 2, limitUsage: null, ...terms },
  });
  const apply = (terms: object) =>
    ({
      type: 'ApplyLicenseKeyTerms',
      data: { expiresAt: null, limitActivations: 2, limitUsage: null, ...terms },
    }) as const;
  const changed = (changes: object): LicenseKeyEvent => ({ type: 'LicenseKeyChanged', data: { ...about, ...changes } });

  it('gets new terms of its benefit, once, and keeps its activations', () => {
    given(issued(), activated('a1'))
      .when(apply({ limitActivations: 5, limitUsage: 9 }))
      .then(applied({ limitActivations: 5, limitUsage: 9 }));
    given(issued()).when(apply({})).then();
    const state = fold(licenseKeyDecider, [issued(), activated('a1'), applied({ limitActivations: 5 })]);
    expect(state).toMatchObject({ key: { status: 'granted', limitActivations: 5, activations: { a1: {} } } });
  });

  it.each(['revoked', 'disabled'] as const)('stays %s, whatever its benefit’s terms become', (status) => {
    const events = [issued(), changed({ status }), applied({ limitActivations: 5 })];
    expect(fold(licenseKeyDecider, events)).toMatchObject({ key: { status, limitActivations: 5 } });
    expect(
      documentsOf(
        licenseKeyProjection,
        events.map((event) => recorded(event)),
      ),
    ).toEqual({
      k1: expect.objectContaining({ status, limit_activations: 5 }),
    });
    given(...events)
      .when(activate('a1'))
      .thenRefused('ResourceNotFound');
  });

  it('keeps what the seller has set for it, whatever its benefit’s terms become', () => {
    const terms = { expiresAt: NOW, limitActivations: 9, limitUsage: 9 };
    for (const own of [{ expiresAt: LATER }, { limitActivations: 50 }, { limitUsage: 100 }, { limitActivations: null }])
      given(issued(), changed(own))
        .when(apply(terms))
        .then(applied({ ...terms, ...own }));
    given(issued(), changed({ expiresAt: LATER, limitActivations: 50, limitUsage: 100 }))
      .when(apply(terms))
      .then();
    given(issued(), changed({ status: 'disabled', usage: { count: 0, from: 1 } }))
      .when(apply(terms))
      .then(applied(terms));
  });

  it('works again once its benefit’s terms allow what it had run out of', () => {
    const key = (...events: LicenseKeyEvent[]) => (fold(licenseKeyDecider, events) as { key: LicenseKey }).key;
    const asked = { activationId: null, conditions: {}, benefitId: null, customerId: null };
    const expired = issued({ expiresAt: NOW });
    expect(() => validate(key(expired), asked, NOW)).toThrow('License key has expired.');
    validate(key(expired, applied({ expiresAt: LATER })), asked, NOW);
  });
});

describe('a validation', () => {
  const keyOf = (...events: LicenseKeyEvent[]): LicenseKey =>
    (fold(licenseKeyDecider, [issued(), ...events]) as { key: LicenseKey }).key;
  const asked = { activationId: null, conditions: {}, benefitId: null, customerId: null };

  it.each([
    ['status', [{ type: 'LicenseKeyRevoked', data: about }], {}, 'License key is no longer active.'],
    ['expiry', [{ type: 'LicenseKeyChanged', data: { ...about, expiresAt: NOW } }], {}, 'License key has expired.'],
    ['activation', [], { activationId: 'a9' }, 'Not found'],
    [
      'conditions',
      [activated('a1', { os: 'linux' })],
      { activationId: 'a1', conditions: { os: 'mac' } },
      'License key does not match required conditions',
    ],
    ['benefit', [], { benefitId: 'b2' }, 'License key does not match given benefit.'],
    ['customer', [], { customerId: 'c2' }, 'License key does not match given user.'],
  ])('refuses by %s', (_, events, more, message) =>
    expect(() => validate(keyOf(...(events as LicenseKeyEvent[])), { ...asked, ...more }, NOW)).toThrow(message),
  );

  it('accepts what matches', () => {
    const key = keyOf(activated('a1', { os: 'linux' }));
    validate(key, { activationId: 'a1', conditions: { os: 'linux' }, benefitId: 'b1', customerId: 'c1' }, NOW);
    validate(keyOf(activated('a1')), { ...asked, activationId: 'a1', conditions: { os: 'mac' } }, NOW);
  });

  it('counts up to the limit, by hours that are recorded once they are over', () => {
    const at = (machineNow: string) => ({ now: NOW, machineNow });
    const first = counted(undefined, 3, 5, at('2026-01-31T10:10:00.000Z'));
    expect(first).toMatchObject({ validations: 1, used: 3, open: { validations: 1, usage: 3 }, closed: [] });
    expect(counted(first, 3, 5, at('2026-01-31T10:20:00.000Z'))).toBeUndefined();
    expect(counted(first, 0, 2, at('2026-01-31T10:20:00.000Z'))).toMatchObject({ validations: 2, used: 3 });
    const later = counted(first, 2, 5, at('2026-01-31T11:00:00.000Z'));
    const hour = { hour: '2026-01-31T10:00:00.000Z', validations: 1, usage: 3 };
    expect(later).toMatchObject({ validations: 2, used: 5, closed: [hour] });
    expect(closeHour(later as LicenseKeyUse, '2026-01-31T12:00:00.000Z').closed).toHaveLength(2);
  });

  it.each([
    [{ ttl: 30, timeframe: 'day' }, '2026-03-02T10:00:00.000Z'],
    [{ ttl: 1, timeframe: 'month' }, '2026-02-28T10:00:00.000Z'],
    [{ ttl: 2, timeframe: 'year' }, '2028-01-31T10:00:00.000Z'],
    [{ ttl: 7_973, timeframe: 'year' }, '9999-01-31T10:00:00.000Z'],
    // From a benefit that was made when such terms were not refused.
    [{ ttl: 7_974, timeframe: 'year' }, '9999-12-31T23:59:59.999Z'],
    [{ ttl: 10_000, timeframe: 'year' }, '9999-12-31T23:59:59.999Z'],
  ] as const)('expires %j after the grant', (expires, expiresAt) =>
    expect(limitsAt({ prefix: null, expires, activations: null, limitUsage: null }, NOW).expiresAt).toBe(expiresAt),
  );
});

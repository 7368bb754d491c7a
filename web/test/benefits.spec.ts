import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Benefit } from '@/api/types';
import { fieldsOf, valuesOf } from '@/features/benefits/benefit-form';
import { changesOf, usageWords, valuesOf as limitsOf } from '@/features/license-keys/license-key';
import { setZone } from '@/lib/zone';

beforeEach(() => setZone('Europe/Berlin'));

describe('the form of a benefit', () => {
  const files = ['f2', 'f1'].map((id) => ({ id, name: `${id}.pdf`, size_readable: '1.0 KB' }));
  const benefit = {
    type: 'downloadables',
    description: 'Guide',
    properties: { files: ['f2', 'f0', 'f1'], archived: { f0: true, f1: true, f2: false } },
  } as unknown as Benefit;

  it('keeps the order and the archived files, and leaves out those that were deleted', () => {
    expect(fieldsOf(valuesOf(benefit, files))).toEqual({
      type: 'downloadables',
      description: 'Guide',
      properties: { files: ['f2', 'f1'], archived: { f1: true } },
    });
  });

  it('sends the terms of license keys as the contract has them', () => {
    const values = { ...valuesOf(undefined), type: 'license_keys' as const, description: 'App', expires: true };
    expect(fieldsOf({ ...values, ttl: '2', limitUsage: '9' })).toEqual({
      type: 'license_keys',
      description: 'App',
      properties: { prefix: null, expires: { ttl: 2, timeframe: 'year' }, activations: null, limit_usage: 9 },
    });
  });

  it('sends what is credited as the contract has it', () => {
    const values = { ...valuesOf(undefined), type: 'meter_credit' as const, description: 'Calls' };
    const sent = fieldsOf({ ...values, meterId: 'm1', units: '100', rollover: true });
    const properties = { meter_id: 'm1', units: 100, rollover: true };
    expect(sent).toEqual({ type: 'meter_credit', description: 'Calls', properties });
    expect(fieldsOf(valuesOf(sent as unknown as Benefit))).toEqual(sent);
  });
});

describe('the form of a license key', () => {
  const key = { limit_activations: 2, limit_usage: null, usage: 7, expires_at: '2027-01-31T10:00:00.000Z' };
  const was = limitsOf(key);

  it('sends only what was changed: usage may go on meanwhile, and the expiry has a time of day', () => {
    expect(changesOf(was, was)).toEqual({});
    expect(changesOf({ ...was, activations: '', limitUsage: '20' }, was)).toEqual({
      limit_activations: null,
      limit_usage: 20,
    });
    expect(changesOf({ ...was, usage: '0', expires: '' }, was)).toEqual({ usage: 0, expires_at: null });
  });

  it('expires with the end of a day in the organization’s zone', () => {
    expect(changesOf({ ...was, expires: '2027-02-28' }, was)).toEqual({ expires_at: '2027-02-28T22:59:59.999Z' });
  });

  it('shows what is used of a limit', () => {
    expect([usageWords(key), usageWords({ ...key, limit_usage: 20 })]).toEqual(['7', '7 of 20']);
  });
});

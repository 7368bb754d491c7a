import { beforeEach, describe, expect, it } from '@jest/globals';
import { Documents } from '../../../src/app/reading/documents.ts';
import { LicenseKeyCodes } from '../../../src/features/billing/license-keys/license-key-codes.service.ts';
import type { licenseKeyDecider } from '../../../src/features/billing/license-keys/license-key.decider.ts';
import { InvalidLicenseKey } from '../../../src/features/billing/license-keys/license-key.errors.ts';
import type { LicenseKeyEvent } from '../../../src/features/billing/license-keys/license-key.events.ts';
import { licenseKeyProjection } from '../../../src/features/billing/license-keys/license-key.projection.ts';
import { LicenseKeyReader } from '../../../src/features/billing/license-keys/license-keys.queries.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { MemoryDocumentStore } from '../../simulation/memory/memory-document-store.ts';
import { documentsOf, recorded } from '../../support/given.ts';
import { testKeys } from '../../support/kernel.ts';

const about = { licenseKeyId: 'k1', organizationId: 'o1', customerId: 'c1' };
const codes = new LicenseKeyCodes(testKeys);
const codeOf = (rotation: number) => {
  const { code, ...recordedOfIt } = codes.of({ id: 'k1', rotation, prefix: null });
  return { code, recordedOfIt: { rotation, ...recordedOfIt } };
};
const [first, second] = [codeOf(0), codeOf(1)];
const issued: LicenseKeyEvent = {
  type: 'LicenseKeyIssued',
  data: {
    ...{
      ...about,
      ...first.recordedOfIt,
      benefitId: 'b1',
      grantId: 'g1',
      prefix: null,
      issuedAt: '2026-01-31T10:00:00.000Z',
    },
    ...{ expiresAt: null, limitActivations: null, limitUsage: null },
  },
};
const rotated: LicenseKeyEvent = { type: 'LicenseKeyRotated', data: { ...about, ...second.recordedOfIt } };

describe('a license key that somebody knows', () => {
  let log: Recorded<LicenseKeyEvent>[];
  let store: MemoryDocumentStore;
  let waits: number;
  let reader: LicenseKeyReader;

  beforeEach(() => {
    [log, store, waits] = [[], new MemoryDocumentStore(), 0];
    const state = async (decider: typeof licenseKeyDecider) => ({ state: fold(decider, log) });
    const passed = async () => {
      waits += 1;
      await project();
      return true;
    };
    reader = new LicenseKeyReader(
      new Documents(store),
      { state } as never,
      codes,
      { readModels: { passed } } as never,
      { end: async () => log.at(-1)?.position } as never,
    );
  });

  const append = (...events: LicenseKeyEvent[]) => log.push(...events.map((event) => recorded(event)));
  /** The read model catches up with the log. */
  async function project(): Promise<void> {
    const collection = collectionOf(licenseKeyProjection);
    const seen = (await store.load(collection, ['k1'])).get('k1')?.position;
    const [document, last] = [documentsOf(licenseKeyProjection, log)['k1'], log.at(-1)];
    if (!last || last.position === seen) return;
    await store.save([{ collection, id: 'k1', seen, position: last.position, document, removedAt: undefined }]);
  }

  it('is found by its code', async () => {
    append(issued);
    await project();
    expect(await reader.byCode(first.code, 'o1')).toMatchObject({ about });
    expect(waits).toBe(0);
  });

  it('is found as soon as it was issued or rotated', async () => {
    append(issued);
    expect(await reader.byCode(first.code, 'o1')).toMatchObject({ about, rotation: 0 });
    append(rotated);
    expect(await reader.byCode(second.code, 'o1')).toMatchObject({ about, rotation: 1 });
  });

  it('is not found by its former code, even while the read model lists that', async () => {
    append(issued);
    await project();
    append(rotated);
    await expect(reader.byCode(first.code, 'o1')).rejects.toBeInstanceOf(InvalidLicenseKey);
    expect(waits).toBe(0);
    await project();
    await expect(reader.byCode(first.code, 'o1')).rejects.toBeInstanceOf(InvalidLicenseKey);
  });

  it('is not found by another organization, nor by an unknown code', async () => {
    append(issued);
    await expect(reader.byCode(first.code, 'o2')).rejects.toBeInstanceOf(InvalidLicenseKey);
    await expect(reader.byCode('no-code', 'o1')).rejects.toBeInstanceOf(InvalidLicenseKey);
  });
});

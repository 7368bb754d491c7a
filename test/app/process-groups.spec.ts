import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '../../src/app.module.ts';
import { ProcessGroups } from '../../src/app/work/process-groups.ts';
import { PROCESS_GROUPS } from '../../src/kernel/reacting/groups.ts';
import { processGroupOf } from '../../src/kernel/reacting/process.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';

describe('groups of process managers', () => {
  let kernel: TestKernel;
  beforeAll(() => {
    kernel = openKernel([]);
  });
  afterAll(() => kernel.close());

  it('have all processes of the features, and each has some', () => {
    const all = features.flatMap((feature) => feature.processes ?? []);
    expect(new Set(all.map(processGroupOf))).toEqual(new Set(PROCESS_GROUPS));
    expect(new ProcessGroups({ ...kernel, dispatch: () => Promise.resolve() }, all).all).toEqual(PROCESS_GROUPS);
  });
});

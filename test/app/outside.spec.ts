import { describe, expect, it } from '@jest/globals';
import type { FactoryProvider } from '@nestjs/common';
import { JsonLog } from '../../src/app/log.ts';
import { inBackground, inWork, onBehalfOf, outside } from '../../src/app/outside.ts';
import { PAYMENT_PROCESSOR, REMOTE_PLATFORMS } from '../../src/app/tokens.ts';
import type { Config } from '../../src/config.ts';
import { PROCESSOR_CALLS, type PaymentProcessor } from '../../src/features/billing/payments/payment-processor.ts';
import type { RemotePlatforms } from '../../src/features/billing/remote-access/remote-platform.ts';
import { openBlobs } from '../../src/installation/open-blobs.ts';
import { servicePorts } from '../../src/installation/service-ports.ts';
import { MemoryVault } from '../simulation/memory/memory-vault.ts';
import { STRIPE_KEYS } from '../support/stripe/double.ts';

/** Runs a task as a request, and returns whose calls it has waited for. */
async function waitedFor(task: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const owners: (string | undefined)[] = [];
  const wait = (_call: () => Promise<unknown>, owner?: string) => {
    owners.push(owner);
    return Promise.resolve(undefined as never);
  };
  await new Promise<void>((resolve, reject) => inWork({ wait }, () => void task().then(() => resolve(), reject)));
  return owners;
}

const config = {
  sandbox: 'off',
  stripe: STRIPE_KEYS,
  remote: { discord: {}, github: {} },
  s3Url: 'http://key:secret@127.0.0.1:9/bucket',
} as unknown as Config;

function portOf<P>(token: symbol): Promise<P> {
  const ports = servicePorts(config, (port) => port) as FactoryProvider[];
  return Promise.resolve(ports.find(({ provide }) => provide === token)!.useFactory({}) as P);
}

/** Calls methods by their names, with nothing. */
async function call(port: object, names: readonly string[]): Promise<void> {
  for (const name of names) await (port as Record<string, () => Promise<unknown>>)[name]!();
}

describe('a call of another server', () => {
  it('is waited for on behalf of the caller, or of the organization that it is for', async () => {
    const answer = () => outside(() => Promise.resolve());
    expect(await waitedFor(answer)).toEqual([undefined]);
    expect(await waitedFor(() => onBehalfOf('o1', answer))).toEqual(['o1']);
  });

  it('is just made where no request waits for it', async () => {
    const answer = () => outside(() => Promise.resolve('answer'));
    expect(await answer()).toBe('answer');
    expect(await onBehalfOf('o1', answer)).toBe('answer');
    expect(await waitedFor(() => inBackground(answer))).toEqual([]);
  });

  it('is each of the payment processor, the platforms and the bucket', async () => {
    const processor = await portOf<PaymentProcessor>(PAYMENT_PROCESSOR);
    const calls = [...PROCESSOR_CALLS, 'read'];
    expect(await waitedFor(() => call(processor, calls))).toHaveLength(calls.length);
    const platforms = await portOf<RemotePlatforms>(REMOTE_PLATFORMS);
    expect([...platforms.keys()]).toEqual(['discord', 'github']);
    const asked = ['link', 'refresh', 'grant', 'revoke', 'install', 'choices'];
    for (const platform of platforms.values())
      expect(await waitedFor(() => call(platform, asked))).toHaveLength(asked.length);
    const blobs = await openBlobs(config, new MemoryVault(() => Date.now()), new JsonLog());
    const stored = ['put', 'join', 'read', 'delete'];
    // And what marks a bucket before its first blob.
    expect(await waitedFor(() => call(blobs, stored))).toHaveLength(stored.length + 1);
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuardedOutgoing } from '../../../src/adapters/outgoing/guarded-outgoing.ts';
import { HostAddresses, lookupBy, Unresolved, type Address } from '../../../src/adapters/outgoing/host-addresses.ts';
import { startDns } from '../../support/dns-server.ts';
import { until } from '../../support/until.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function dns(records: Parameters<typeof startDns>[0]) {
  const server = await startDns(records);
  closing.push(server.close);
  return server;
}

async function listening(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('the addresses of a name', () => {
  it('are found while DNS does not answer for many other names', async () => {
    const slow = Array.from({ length: 100 }, (_, n) => `a${n}.slow.example`);
    const server = await dns({
      ...Object.fromEntries(slow.map((name) => [name, 'late'])),
      'ok.example': ['192.0.2.7'],
    });
    const addresses = new HostAddresses({ servers: [server.server], limitMs: 60_000 });
    let found = 0;
    const waiting = Promise.all(slow.map((name) => addresses.of(name).then(() => (found += 1))));
    await until(() => new Set(server.asked).size === 100, 'questions about all names');
    expect(await addresses.of('OK.example')).toEqual([{ address: '192.0.2.7', family: 4 }]);
    expect(found).toBe(0);
    server.answerLate();
    await waiting;
  });

  it('are asked for once while several callers wait', async () => {
    const server = await dns({ 'slow.example': 'late' });
    const addresses = new HostAddresses({ servers: [server.server], limitMs: 60_000 });
    const both = [addresses.of('slow.example'), addresses.of('slow.example')];
    await until(() => server.asked.length >= 2, 'both kinds of addresses');
    server.answerLate();
    expect(new Set(await Promise.all(both)).size).toBe(1);
    expect(server.asked).toHaveLength(2);
  });

  it('come from the hosts file without DNS, and localhost is always known', async () => {
    const server = await dns({});
    const hosts = '# ours\n10.0.0.7 Receiver receiver.internal # by hand\n::1 ip6-localhost\nnonsense\n';
    const addresses = new HostAddresses({ servers: [server.server], hosts });
    const of = async (name: string) => (await addresses.of(name)).map(({ address }) => address);
    expect(await of('receiver')).toEqual(['10.0.0.7']);
    expect(await of('receiver.INTERNAL')).toEqual(['10.0.0.7']);
    for (const name of ['localhost', 'shop.localhost']) expect(await of(name)).toEqual(['127.0.0.1', '::1']);
    expect(server.asked).toEqual([]);
    await expect(of('notlocalhost')).rejects.toThrow('The host name does not exist (ENOTFOUND)');
  });

  it('say what is wrong with DNS when there are none', async () => {
    const server = await dns({ 'slow.example': 'late', 'bare.example': [] });
    const of = (name: string, limitMs = 60_000) => new HostAddresses({ servers: [server.server], limitMs }).of(name);
    await expect(of('slow.example', 50)).rejects.toThrow('DNS did not answer for the host name in time');
    await expect(of('bare.example')).rejects.toThrow('The host name has no address (ENODATA)');
    await expect(of('absent.example')).rejects.toBeInstanceOf(Unresolved);
  });

  it('serve the connections to servers that operators name, else the system does', async () => {
    const server = await dns({ 'pay.example': ['192.0.2.9'] });
    const lookup = lookupBy(new HostAddresses({ servers: [server.server] }));
    const found = (name: string, all: boolean) =>
      new Promise((resolve) => lookup(name, { all }, (_error, ...answer) => resolve(answer)));
    expect(await found('pay.example', false)).toEqual(['192.0.2.9', 4]);
    expect(await found('pay.example', true)).toEqual([[{ address: '192.0.2.9', family: 4 }]]);
    // DNS does not know this one, and the system needs none.
    expect(await found('127.0.0.1', false)).toEqual(['127.0.0.1', 4]);
  });
});

describe('a request to an address of a seller', () => {
  const outgoing = (of: () => Promise<readonly Address[]>, timeoutMs = 10_000) =>
    new GuardedOutgoing({ allowPrivate: true, timeoutMs, addresses: { of } });

  it('fails as DNS does', async () => {
    const refused = outgoing(() => Promise.reject(new Unresolved('DNS did not answer')));
    await expect(refused.post('http://hooks.example/', {}, '{}')).rejects.toThrow('DNS did not answer');
  });

  it('has its whole time once DNS has answered', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const port = await listening((_, response) => void response.end('done'));
    const begun = () => timers.mock.calls.filter(([, ms]) => ms === 54_321).length;
    let answer!: (addresses: readonly Address[]) => void;
    const addresses = new Promise<readonly Address[]>((resolve) => (answer = resolve));
    const posted = outgoing(() => addresses, 54_321).post(`http://hooks.example:${port}/`, {}, '{}');
    await new Promise(setImmediate);
    expect(begun()).toBe(0);
    answer([{ address: '127.0.0.1', family: 4 }]);
    expect((await posted).body).toBe('done');
    expect(begun()).toBe(1);
    timers.mockRestore();
  });

  it('goes to another address of the name if one is out of service', async () => {
    const port = await listening((_, response) => void response.end('done'));
    const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const { body } = await outgoing(async () => addresses).post(`http://hooks.example:${port}/`, {}, '{}');
    expect(body).toBe('done');
  });
});

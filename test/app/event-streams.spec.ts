import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStreams, type StreamOwner } from '../../src/app/http/sharing/event-streams.ts';
import { CAPACITY } from '../../src/app/http/sharing/capacity.ts';
import { openState } from '../../src/app/http/request-state.ts';
import { TooManyRequests } from '../../src/kernel/errors.ts';
import { NOW } from '../support/given.ts';

const CLOCK = { now: () => NOW, machineNow: () => NOW };

describe('event streams', () => {
  let streams: EventStreams;
  let opened: number;
  let ended: number;
  beforeEach(() => {
    streams = new EventStreams();
    [opened, ended] = [0, 0];
  });

  /** Each of a holder, an organization and a network of its own, unless they are given. */
  function open(owner: Partial<StreamOwner> = {}, ip = `192.0.${opened >> 8}.${opened & 255}`): EventEmitter {
    opened += 1;
    const response = Object.assign(new EventEmitter(), {
      socket: { number: opened },
      writeHead: () => response as unknown as ServerResponse,
      write: () => true,
    });
    const request = { ip, method: 'GET', url: '/stream' } as FastifyRequest;
    const reply = { headers: () => reply, getHeaders: () => ({}), hijack: () => ({ raw: response }) };
    openState(request, reply as unknown as FastifyReply, CLOCK);
    const of = { kind: 'checkout', holder: `h${opened}`, organizationId: `o${opened}`, ...owner } as const;
    streams.open(request, reply as unknown as FastifyReply, of, () => () => (ended += 1));
    return response;
  }
  const opens = (count: number, ...of: Parameters<typeof open>) => Array.from({ length: count }, () => open(...of));

  it('take at most half of the connections, whatever their kinds', () => {
    expect(CAPACITY.streams).toBeLessThanOrEqual(CAPACITY.connections / 2);
    for (let n = 0; n < CAPACITY.streams; n++) open({ kind: (['changes', 'checkout', 'portal'] as const)[n % 3]! });
    expect(() => open()).toThrow(expect.objectContaining({ status: 503 }));
    expect(streams.size).toBe(CAPACITY.streams);
  });

  it('are ten per holder, and two hundred of a kind per organization', () => {
    const own = opens(10, { holder: 'h' });
    expect(() => open({ holder: 'h' })).toThrow('At most 10');
    open({ holder: 'h', kind: 'portal' });
    opens(200, { organizationId: 'o' });
    expect(() => open({ organizationId: 'o' })).toThrow(TooManyRequests);
    open({ organizationId: 'o', kind: 'changes' });
    own[0]!.emit('close');
    open({ holder: 'h' });
  });

  it('are two hundred per address, and per IPv6 network', () => {
    for (const [one, another] of [
      ['203.0.113.1', '203.0.113.1'],
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ] as const) {
      opens(200, {}, one);
      expect(() => open({}, another)).toThrow('from one address');
    }
    open({}, '2001:db8:1:3::1');
  });

  it('are known by the one that has been open longest, and forgotten when they close', () => {
    const [first, second] = opens(2);
    expect(streams.longest).toEqual({ number: 1 });
    first!.emit('close');
    expect(streams.longest).toEqual({ number: 2 });
    second!.emit('close');
    expect([streams.longest, streams.size, ended]).toEqual([undefined, 0, 2]);
  });

  it('end when the program stops, and none is opened any more', () => {
    opens(3);
    streams.beforeApplicationShutdown();
    expect([ended, streams.size]).toEqual([3, 0]);
    expect(() => open()).toThrow(expect.objectContaining({ status: 503 }));
  });
});

import { expect, it, describe } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { EventEmitter } from 'node:events';
import { CAPACITY } from '../../src/app/http/sharing/capacity.ts';
import { Connections } from '../../src/app/http/sharing/connections.ts';
import type { EventStreams } from '../../src/app/http/sharing/event-streams.ts';

class Client extends EventEmitter {
  destroyed = false;
  setTimeout(): void {}
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('answers that nobody reads', () => {
  it('hold so many characters together, and then the client that has read longest is cut off', () => {
    const server = new EventEmitter();
    const hooks: Record<string, (...given: unknown[]) => void> = {};
    const instance = { server, addHook: (name: string, hook: () => void) => (hooks[name] = hook) };
    new Connections({ ...CAPACITY, unread: 1_000_000 }, instance as unknown as FastifyInstance, {} as EventStreams);
    const connect = () => {
      const client = new Client();
      server.emit('connection', client);
      return client;
    };
    const answer = (client: Client, payload: unknown) =>
      hooks['onSend']!({}, { raw: { socket: client } }, payload, () => undefined);
    const clients = [connect(), connect(), connect(), connect()];
    const [first, second, third, fourth] = clients as [Client, Client, Client, Client];
    const isOpen = () => clients.map(({ destroyed }) => !destroyed);
    answer(first, 'x'.repeat(400_000));
    answer(second, 'x'.repeat(400_000));
    answer(third, { pipe: 'a stream' });
    expect(isOpen()).toEqual([true, true, true, true]);
    answer(fourth, Buffer.alloc(400_000));
    expect(isOpen()).toEqual([false, true, true, true]);
    // Whoever has read makes room.
    hooks['onResponse']!({ raw: { socket: second } }, {}, () => undefined);
    answer(second, 'x'.repeat(600_000));
    expect(isOpen()).toEqual([false, true, true, true]);
    answer(second, 'x'.repeat(1_000_001));
    expect(isOpen()).toEqual([false, false, true, false]);
  });
});

import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Server, type Socket } from 'node:net';
import type { EventStreams } from './event-streams.ts';
import type { Capacity } from './capacity.ts';

/** Longer answers are not taken by the operating system at once, if the client does not read them. */
const SHORT = 65_536;

/**
 * The open connections: so many at once, whatever their clients do with them. If there is no room for another, one whose
 * client waits or reads is closed, so there always is: requests in work and bodies that arrive have lower limits. Those whose client does not read its
 * answer are cut off, and all of them finish what was begun when the process stops.
 */
export class Connections {
  private readonly open = new Set<Socket>();
  /** Waiting for a request, or for the rest of its headers: the one that has waited longest comes first. */
  private readonly waiting = new Set<Socket>();
  /** The lengths of long answers that are being read: the one that has been read longest comes first. */
  private readonly reading = new Map<Socket, number>();
  private unread = 0;
  private isStopping = false;
  private onEmpty = (): void => undefined;

  constructor(
    private readonly capacity: Capacity,
    private readonly instance: FastifyInstance,
    private readonly streams: EventStreams,
  ) {
    instance.server.on('connection', this.accept);
    instance.addHook('onRequest', this.begin);
    instance.addHook('onSend', this.answer);
    instance.addHook('onResponse', this.finish);
    instance.addHook('preClose', () => this.drain());
  }

  private readonly accept = (socket: Socket): void => {
    if (this.open.size >= this.capacity.connections) (this.leastMissed() ?? socket).destroy();
    if (socket.destroyed) return;
    this.open.add(socket);
    this.waiting.add(socket);
    socket.once('close', () => {
      this.open.delete(socket);
      this.waiting.delete(socket);
      this.forgetAnswer(socket);
      if (this.open.size === 0) this.onEmpty();
    });
  };

  /** Whom it costs least to begin again. */
  private leastMissed(): Socket | undefined {
    const [longestWaiting] = this.waiting;
    const [longestReading] = this.reading.keys();
    return longestWaiting ?? this.streams.longest ?? longestReading;
  }

  private readonly begin = ({ raw }: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction): void => {
    this.waiting.delete(raw.socket);
    done();
  };

  private readonly answer = (
    _: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    if (this.isStopping) void reply.header('Connection', 'close');
    const { socket } = reply.raw;
    // Node itself sets the limit of the time after it. A request without a connection has no such limit.
    const length = lengthOf(payload);
    if (socket && this.open.has(socket) && length > SHORT) {
      socket.setTimeout(this.capacity.unreadMs);
      this.rememberAnswer(socket, length);
    }
    done(null, payload);
  };

  private readonly finish = ({ raw }: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction): void => {
    this.forgetAnswer(raw.socket);
    if (this.open.has(raw.socket)) this.waiting.add(raw.socket);
    done();
  };

  private rememberAnswer(socket: Socket, length: number): void {
    this.forgetAnswer(socket);
    // Of a stream, little more is held than the client has asked for.
    const held = Number.isFinite(length) ? length : 0;
    this.reading.set(socket, held);
    this.unread += held;
    for (const [longest, its] of this.reading) {
      if (this.unread <= this.capacity.unread) return;
      if (its === 0) continue;
      this.forgetAnswer(longest);
      longest.destroy();
    }
  }

  private forgetAnswer(socket: Socket): void {
    this.unread -= this.reading.get(socket) ?? 0;
    this.reading.delete(socket);
  }

  /**
   * Takes no more connections, but answers what arrives on the open ones, and closes each after its answer: a request that a client has sent
   * is only lost if the process ends before it could be read.
   */
  private async drain(): Promise<void> {
    this.isStopping = true;
    // Unlike that of an HTTP server, it leaves connections open on which a request may be on its way.
    Server.prototype.close.call(this.instance.server);
    if (this.open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.onEmpty = resolve;
      setTimeout(resolve, this.capacity.drainMs).unref();
    });
    for (const socket of this.waiting) socket.destroy();
  }
}

/** Infinity for a stream. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload === null || payload === undefined ? 0 : Infinity;
}

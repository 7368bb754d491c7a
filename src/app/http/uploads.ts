import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Socket } from 'node:net';
import { DomainError, ServiceUnavailable } from '../../kernel/errors.ts';
import type { Admission } from './admission.ts';
import { discardRest } from './discard-rest.ts';
import { LIMITS, type Limits } from './limits.ts';
import { stateOf } from './request-state.ts';
import { Configured, configOf } from './route-config.ts';
import { Pace } from './upload-pace.ts';

/** The route reads its body itself, with `Uploads`, whatever type it is said to have. */
export function StreamsBody(): MethodDecorator {
  return Configured({ streamsBody: true });
}

export function streamsBody(request: FastifyRequest): boolean {
  return configOf(request).streamsBody ?? false;
}

/**
 * Large bodies that their route reads as they arrive. They may take as long as they need, if they keep arriving at some speed: Node's time limit
 * for a request does not count. Like other bodies, they are not in work meanwhile, and there are only so many at once.
 */
@Injectable()
export class Uploads {
  private limits: Limits = LIMITS;
  private admission: Admission | undefined;
  private readonly sockets = new WeakSet<Socket>();
  private count = 0;

  /** Called once, before the application listens. */
  watch(instance: FastifyInstance, limits: Limits, admission: Admission): void {
    [this.limits, this.admission] = [limits, admission];
    instance.addHook('onRequest', unparsed);
    const { server } = instance;
    const listeners = server.listeners('clientError') as ((error: NodeJS.ErrnoException, socket: Socket) => void)[];
    server.removeAllListeners('clientError');
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // Node reports it once for each request.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.sockets.has(socket)) return;
      for (const listener of listeners) listener.call(server, error, socket);
    });
  }

  /**
   * The body of a request, in chunks. It is read only as fast as the chunks are taken.
   * @throws ServiceUnavailable too many others arrive
   * @throws DomainError the client broke off, or has sent too little in the time that each has
   */
  async *bytes(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
    if (this.count >= this.limits.uploads) throw new ServiceUnavailable('The service', 'receives too many files');
    const { raw } = request;
    const goOn = this.admission?.pause(request);
    const pace = new Pace(this.limits, () => giveUp(request));
    this.count += 1;
    this.sockets.add(raw.socket);
    try {
      // An early end leaves the connection open for the answer.
      for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        pace.arrived(chunk.length);
        yield chunk;
        pace.waits();
      }
    } catch (error) {
      throw raw.destroyed && isBrokenOff(error)
        ? new DomainError('BadRequest', 'The body ended before its announced length', 400)
        : error;
    } finally {
      pace.end();
      this.count -= 1;
      this.sockets.delete(raw.socket);
      goOn?.();
      if (!raw.complete && !raw.readableEnded) discardRest(raw, this.limits.uploadWindowMs);
    }
  }
}

/** JSON and forms, too, are a file's bytes here. */
function unparsed(request: FastifyRequest, _: unknown, done: HookHandlerDoneFunction): void {
  if (streamsBody(request)) request.headers['content-type'] = 'application/octet-stream';
  done();
}

function giveUp(request: FastifyRequest): void {
  const { raw } = stateOf(request).reply.hijack();
  stateOf(request).endWork?.();
  raw.writeHead(408, { Connection: 'close', 'Content-Length': 0 });
  raw.end(() => request.raw.destroy());
}

function isBrokenOff(error: unknown): boolean {
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Socket } from 'node:net';
import { Places, type Share } from '../../../kernel/coordination/places.ts';
import { DomainError, ServiceUnavailable } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { Admission } from '../sharing/admission.ts';
import { discardRest } from './discard-rest.ts';
import { CAPACITY, type Capacity } from '../sharing/capacity.ts';
import { giveUp } from '../sharing/early-refusals.ts';
import { networkOf } from '../networks.ts';
import { Configured, configOf } from '../route-config.ts';
import { Pace } from './upload-pace.ts';

/** The route reads its body itself, with `Uploads`, whatever type it is said to have. */
export function StreamsBody(): MethodDecorator {
  return Configured({ streamsBody: true });
}

export function streamsBody(request: FastifyRequest): boolean {
  return configOf(request).streamsBody ?? false;
}

/** Whom an upload counts for, besides the network that it comes from. */
export interface UploadOwner {
  organizationId: string;
  /** What is uploaded, such as a part of a file: of two uploads at once, one would be in vain. */
  target: string;
}

/**
 * Large bodies that their route reads as they arrive. They may take as long as they need, if they keep arriving at some speed: Node's time limit
 * for a request does not count. Like other bodies, they are not in work meanwhile, and there are only so many at once, fewer for each organization and
 * network. While they take half of the places, each must be faster.
 */
@Injectable()
export class Uploads {
  private capacity: Capacity = CAPACITY;
  private admission: Admission | undefined;
  private readonly sockets = new WeakSet<Socket>();
  private places = placesFor(CAPACITY);

  /** Called once, before the application listens. */
  watch(instance: FastifyInstance, capacity: Capacity, admission: Admission): void {
    [this.capacity, this.admission, this.places] = [capacity, admission, placesFor(capacity)];
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
   * Takes the body of a request, in chunks: it is read only as fast as they are.
   * @param take is called unless others have the place, which is held until it is done
   * @throws TooManyRequests the organization or network sends too many, or the same is being uploaded
   * @throws ServiceUnavailable too many others arrive
   * @throws DomainError the client broke off, or has sent too little in the time that each has
   */
  async receive<T>(
    request: FastifyRequest,
    owner: UploadOwner,
    take: (bytes: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    const giveBack = this.places.take(sharesOf(owner, request.ip));
    try {
      return await take(this.bytes(request));
    } finally {
      giveBack();
    }
  }

  private async *bytes(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
    const { raw } = request;
    const goOn = this.admission?.pause(request);
    const isCrowded = () => this.places.size > this.capacity.uploads / 2;
    const pace = new Pace(this.capacity, isCrowded, () => giveUp(request));
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
      this.sockets.delete(raw.socket);
      goOn?.();
      if (!raw.complete && !raw.readableEnded) discardRest(raw, this.capacity.uploadWindowMs);
    }
  }
}

function placesFor({ uploads }: Capacity): Places {
  return new Places(uploads, () => new ServiceUnavailable('The service', 'receives too many files'));
}

export function sharesOf({ organizationId, target }: UploadOwner, address: string): Share[] {
  const { organization, object, address: network } = LIMITS;
  return [
    {
      of: target,
      most: object.uploads.most,
      refusal: `This is being uploaded already, and only ${object.uploads.most} upload of it may go on at a time; try again when that has ended`,
    },
    {
      of: `organization ${organizationId}`,
      most: organization.uploads.most,
      refusal: `An organization can upload at most ${organization.uploads.most} parts at once; try again later`,
    },
    {
      of: `network ${networkOf(address)}`,
      most: network.uploads.most,
      refusal: `At most ${network.uploads.most} parts may be uploaded at once from one address; try again later`,
    },
  ];
}

/** JSON and forms, too, are a file's bytes here. */
function unparsed(request: FastifyRequest, _: unknown, done: HookHandlerDoneFunction): void {
  if (streamsBody(request)) request.headers['content-type'] = 'application/octet-stream';
  done();
}

function isBrokenOff(error: unknown): boolean {
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

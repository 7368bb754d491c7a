import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Places, type Share } from '../../../kernel/coordination/places.ts';
import { ServiceUnavailable } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { CAPACITY, type Capacity } from './capacity.ts';
import { networkOf } from '../networks.ts';
import { stateOf } from '../request-state.ts';

/** How long a browser waits before it opens a lost stream again, in milliseconds. */
const RETRY_MS = 3_000;

/** Tabs and devices. */
const PER_HOLDER = LIMITS.object.eventStreams.most;
/** Of each kind, so that the pages of an organization's buyers take no room from those of its members. */
const PER_ORGANIZATION = LIMITS.organization.eventStreams.most;
const PER_NETWORK = LIMITS.address.eventStreams.most;

/** Whom a stream counts for, besides the network that it is opened from. */
export interface StreamOwner {
  kind: 'changes' | 'checkout' | 'portal';
  /** Id of the caller, checkout or customer. */
  holder: string;
  organizationId: string;
}

/**
 * The open streams of server-sent events, of all kinds: so many in all, and fewer for each organization, network and holder. They take at most half
 * of the connections, and no place of requests in work.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private places = placesFor(CAPACITY);
  /** What ends each, the one that has been open longest first. */
  private readonly streams = new Map<ServerResponse, () => void>();
  private isOver = false;

  /** Called once, before the application listens. */
  watch(capacity: Capacity): void {
    this.places = placesFor(capacity);
  }

  /** How many are open in this process. */
  get size(): number {
    return this.places.size;
  }

  /** The connection of the one that has been open longest. */
  get longest(): Socket | undefined {
    const [stream] = this.streams.keys();
    return stream?.socket ?? undefined;
  }

  /**
   * Answers with server-sent events, unless it is a HEAD request.
   * @param follow writes them from now on, and returns a function that stops this and ends the stream
   * @throws TooManyRequests the holder, organization or network has too many · ServiceUnavailable the process has
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    owner: StreamOwner,
    follow: (stream: ServerResponse) => () => void,
  ): void {
    if (this.isOver) throw tooMany();
    const giveBack = this.places.take(sharesOf(owner, request.ip));
    const stream = begin(request, reply);
    if (request.method === 'HEAD') {
      giveBack();
      stream.end();
      return;
    }
    stream.write(`retry: ${RETRY_MS}\n\n`);
    const end = follow(stream);
    const leave = () => {
      this.streams.delete(stream);
      giveBack();
      end();
    };
    this.streams.set(stream, leave);
    stream.once('close', leave);
    // The client left while it was being identified, so `close` has already fired.
    if (stream.destroyed) leave();
  }

  beforeApplicationShutdown(): void {
    this.isOver = true;
    for (const leave of [...this.streams.values()]) leave();
  }
}

function begin(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  void reply.headers({
    'Content-Type': 'text/event-stream',
    // Proxies must neither transform nor buffer it.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  const { raw } = reply.hijack();
  stateOf(request).endWork?.();
  return raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
}

function placesFor({ streams }: Capacity): Places {
  return new Places(streams, tooMany);
}

function tooMany(): ServiceUnavailable {
  return new ServiceUnavailable('The service', 'has too many open streams');
}

export function sharesOf({ kind, holder, organizationId }: StreamOwner, address: string): Share[] {
  return [
    { of: `${kind} ${holder}`, most: PER_HOLDER, refusal: `At most ${PER_HOLDER} streams may be open; close one` },
    {
      of: `${kind} of ${organizationId}`,
      most: PER_ORGANIZATION,
      refusal: `At most ${PER_ORGANIZATION} streams of an organization may be open; try again later`,
    },
    {
      of: `network ${networkOf(address)}`,
      most: PER_NETWORK,
      refusal: `At most ${PER_NETWORK} streams may be open from one address; close some`,
    },
  ];
}

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../../../config.ts';
import { ServiceUnavailable } from '../../../kernel/errors.ts';
import { FairSlots } from '../../../kernel/coordination/fair-slots.ts';
import { inWork } from '../../outside.ts';
import { isBulk } from '../lists/bulk.ts';
import { corsHeaders } from '../callers/cors.ts';
import { refusalText } from './early-refusals.ts';
import { GivingWay } from './giving-way.ts';
import { isHealthCheck } from '../health-paths.ts';
import type { Capacity } from './capacity.ts';
import { KnownCallers } from '../callers/known-callers.ts';
import { networkOf } from '../networks.ts';
import { stateOf, type RequestState } from '../request-state.ts';
import { canonicalTarget, pathIn } from '../request-target.ts';
import { Shares } from './shares.ts';
import { Turns } from './turns.ts';

const MESSAGE = 'The service is overloaded; try again shortly';
const REFUSED = { 'Retry-After': '1', 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
const REFUSAL = { error: 'ServiceUnavailable', detail: MESSAGE };

/**
 * Admits a bounded number of requests into work, and refuses the others at once: 503 with `Retry-After` (docs/OPERATING.md#overload). Health
 * checks are always answered. A refusal must cost far less than an answer, so it is decided before the framework sees the request.
 */
export class Admission {
  /** Refused since the start. */
  refused = 0;
  private readonly turns: Turns;
  private readonly givingWay: GivingWay;
  private readonly outside: FairSlots;
  private readonly shares: Shares;
  private readonly known = new KnownCallers();
  /** Of each request, as it was judged when it arrived: what it counts for must not change before its end. */
  private readonly owners = new WeakMap<IncomingMessage, string>();
  /** How many of a request's tasks wait for something that is not work: its body, or another server. */
  private readonly pauses = new WeakMap<FastifyRequest, number>();
  private count = 0;
  /** Whose requests were answered in this turn of the event loop. */
  private readonly answered: string[] = [];
  private isTurnOpen = false;

  constructor(
    private readonly capacity: Capacity,
    private readonly config: Pick<Config, 'trustedOrigins'>,
  ) {
    this.turns = new Turns(capacity);
    this.givingWay = new GivingWay(capacity.bulkBytes);
    this.shares = new Shares({
      most: capacity.inWork,
      whileBusy: capacity.sharedWhileBusy,
      isBusy: () => this.turns.isBusy,
    });
    this.outside = new FairSlots({
      slots: capacity.outside,
      perOwner: capacity.outsideOfOne,
      // Whoever cannot be called at once will not be called soon.
      queue: 0,
      refusal: () => new ServiceUnavailable('The service', 'waits for too many answers of other servers'),
    });
  }

  /** Requests that have begun, and are not answered yet. */
  get inWork(): number {
    return this.count - this.answered.length;
  }

  /** Puts the bound before a handler of requests. */
  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (this.admits(request)) handle(request, response);
      else this.refuse(request, response);
    };
  }

  /** A hook for `onRequest`. */
  readonly begin = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const state = stateOf(request);
    if (isHealthCheck(state.path)) return done();
    if (!isBulk(request)) this.givingWay.otherBegan();
    // Beyond half of what may be in work, others could not begin.
    else if (this.givingWay.waiting >= this.capacity.inWork / 2) return this.refuseBulk(reply);
    const owner = this.ownerOf(request.raw);
    this.shares.begin(owner, () => {
      // Its client has left meanwhile.
      if (reply.raw.destroyed) {
        reply.hijack();
        if (!isBulk(request)) this.givingWay.otherEnded();
        return setImmediate(() => this.shares.remove(owner));
      }
      this.count += 1;
      state.endWork = () => this.end(request, state);
      return inWork({ wait: (call, whose) => this.waitOutside(request, call, whose) }, done);
    });
  };

  /** A hook for `preValidation`: a bulk request whose body has arrived goes on when its turn has come, unless its client has left. */
  readonly giveWay = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!isBulk(request)) return undefined;
    const answered = await this.givingWay.begin(bytesOf(request) ?? this.capacity.bulkBytes);
    const state = stateOf(request);
    const { endWork } = state;
    state.endWork = () => {
      endWork?.();
      answered();
    };
    if (!reply.raw.destroyed) return undefined;
    state.endWork();
    return reply.hijack();
  };

  /** A hook for `onSend`: the rest is for the client to read. */
  readonly answer = (
    request: FastifyRequest,
    _: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    const state = stateOf(request);
    state.endWork?.();
    if (!isHealthCheck(state.path)) this.known.learn(request.headers, state.caller);
    done(null, payload);
  };

  /** While its body arrives, or another server is called, a request is not in work. @returns a function to call then */
  pause(request: FastifyRequest): () => void {
    if (!stateOf(request).endWork) return () => undefined;
    const pauses = this.pauses.get(request) ?? 0;
    this.pauses.set(request, pauses + 1);
    const owner = this.ownerOf(request.raw);
    if (pauses === 0) {
      this.count -= 1;
      this.shares.remove(owner);
      if (!isBulk(request)) this.givingWay.otherEnded();
    }
    return () => {
      const left = this.pauses.get(request)! - 1;
      this.pauses.set(request, left);
      if (left > 0) return;
      this.count += 1;
      this.shares.add(owner);
      if (!isBulk(request)) this.givingWay.otherBegan();
    };
  }

  private waitOutside<T>(request: FastifyRequest, call: () => Promise<T>, owner: string | undefined): Promise<T> {
    const whose = owner ?? stateOf(request).context.organizationId ?? networkOf(request.ip);
    return this.outside.run(whose, async () => {
      const goOn = this.pause(request);
      try {
        return await call();
      } finally {
        goOn();
      }
    });
  }

  private ownerOf(request: IncomingMessage): string {
    const owner = this.owners.get(request) ?? this.known.ownerOf(request.headers);
    this.owners.set(request, owner);
    return owner;
  }

  private admits(request: IncomingMessage): boolean {
    if (isHealthCheck(request.url!)) return true;
    this.openTurn();
    const owner = this.ownerOf(request);
    const isInTime = this.turns.admit(performance.now());
    // Whoever has nothing in work is not refused because of others, as long as they are known and not too many.
    if (this.known.isKnown(owner) && this.shares.isIdle(owner)) return this.count < 2 * this.capacity.inWork;
    return this.count < this.capacity.inWork && isInTime && !this.shares.isFull(owner);
  }

  private end(request: FastifyRequest, state: RequestState): void {
    state.endWork = undefined;
    if (!isBulk(request)) this.givingWay.otherEnded();
    this.openTurn();
    this.answered.push(this.ownerOf(request.raw));
  }

  /** Short requests begin and end in one turn: they count until it is over, or no number of them would be too many. */
  private openTurn(): void {
    if (this.isTurnOpen) return;
    this.isTurnOpen = true;
    setImmediate(() => {
      this.isTurnOpen = false;
      this.count -= this.answered.length;
      this.turns.end(performance.now());
      for (const owner of this.answered.splice(0)) this.shares.remove(owner);
    });
  }

  private refuseBulk(reply: FastifyReply): void {
    this.refused += 1;
    void reply.status(503).headers(REFUSED).send(refusalText(undefined, REFUSAL));
  }

  private refuse({ url, headers }: IncomingMessage, response: ServerResponse): void {
    this.refused += 1;
    const body = refusalText(url, REFUSAL);
    response.writeHead(503, {
      ...REFUSED,
      'Content-Length': body.length,
      'X-Content-Type-Options': 'nosniff',
      ...corsHeaders(pathIn(canonicalTarget(url!)), headers.origin, this.config),
    });
    response.end(body);
  }
}

/** Of the body; undefined if its headers do not say. */
function bytesOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
}

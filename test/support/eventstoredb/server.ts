import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import pb from '@eventstore/db-client/generated/streams_pb.js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { ServerLog, type Expected, type Outcome, type Recorded } from './log.ts';

/** What the client requires. */
const SEARCHED_AT_ONCE = 32;

type ReadCall = ServerWritableStream<pb.ReadReq, pb.ReadResp>;

/** Faults to inject, as a real server shows them. */
export interface Trouble {
  /** Appends are stored but never answered. */
  silent: boolean;
  /** Reads are never answered. */
  hanging: boolean;
  /** Answers to appends wait for it; the events are stored. */
  late: Promise<void> | undefined;
  /** Nothing is answered or refused until it resolves. */
  frozen: Promise<void> | undefined;
  /** Gossip is refused. */
  hidden: boolean;
  /** Answers to appends have no position, which the protocol allows. */
  withoutPosition: boolean;
  /** A subscription with this many waiting events is ended, as for a slow reader. */
  buffer: number;
  /** Subscriptions fall silent without an error. */
  mute: boolean;
  /** Milliseconds that a subscription takes for 32 filtered events before it reports a checkpoint. */
  searching: number;
}

/** A cluster as one of its nodes sees it. */
export interface ClusterView {
  leader: EventStoreDbServer;
  members: readonly EventStoreDbServer[];
}

/** With TLS, by certificate and key; with users, who may read `$all` if they are administrators. */
export interface Access {
  tls?: { certificate: string; key: string };
  users?: Readonly<Record<string, { password: string; isAdmin: boolean }>>;
}

interface Options extends Access {
  /** 0: any. */
  port?: number;
  /** Set if the log should outlive the process. */
  file?: string;
}

interface Refusal {
  code: status;
  details: string;
  metadata?: Metadata;
}

/** A server with the part of EventStoreDB's protocol that its client uses here. */
export class EventStoreDbServer {
  readonly trouble: Trouble = {
    silent: false,
    hanging: false,
    late: undefined,
    frozen: undefined,
    hidden: false,
    withoutPosition: false,
    buffer: 500,
    mute: false,
    searching: 0,
  };
  /** Undefined if there is no other node. */
  cluster: ClusterView | undefined;
  /** Received calls, and events sent to reads other than subscriptions. */
  readonly counted = { appends: 0, batchAppends: 0, reads: 0, eventsRead: 0, subscriptions: 0, gossip: 0 };
  private readonly calls = new Set<ReadCall | ServerDuplexStream<pb.BatchAppendReq, pb.BatchAppendResp>>();
  private server: Server | undefined;

  private constructor(
    readonly log: ServerLog,
    public port: number,
    private readonly access: Access,
  ) {}

  static async start({ port = 0, file, ...access }: Options = {}): Promise<EventStoreDbServer> {
    const made = new EventStoreDbServer(new ServerLog(file), port, access);
    await made.listen();
    return made;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=${this.access.tls !== undefined}`;
  }

  /** Restarts on the same port. */
  async listen(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(gossipService.GossipService as never, { read: this.gossip } as never);
    server.addService(featuresService.ServerFeaturesService, { getSupportedMethods: this.features });
    server.addService(streamsService.StreamsService, {
      read: (call: ReadCall) => void this.read(call),
      append: (call: ServerReadableStream<pb.AppendReq, pb.AppendResp>, answer: sendUnaryData<pb.AppendResp>) =>
        this.append(call, answer),
      batchAppend: (call: ServerDuplexStream<pb.BatchAppendReq, pb.BatchAppendResp>) => this.batchAppend(call),
    } as never);
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${this.port}`, this.credentials(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
    this.server = server;
  }

  /** Breaks every connection, as when the process is killed. */
  async stop(): Promise<void> {
    this.server?.forceShutdown();
    this.server = undefined;
    this.calls.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Answers nothing until the returned function is called, like a stopped process. */
  freeze(): () => void {
    let thaw!: () => void;
    this.trouble.frozen = new Promise<void>((resolve) => (thaw = resolve));
    return () => {
      this.trouble.frozen = undefined;
      thaw();
    };
  }

  /** Ends all calls in progress, or this many, by default with the error of a clean shutdown. */
  drop(code: status = status.UNKNOWN, count = Infinity): void {
    for (const call of [...this.calls].slice(0, count)) call.emit('error', { code, details: 'The server ends this' });
  }

  private credentials(): ServerCredentials {
    const { tls } = this.access;
    if (!tls) return ServerCredentials.createInsecure();
    return ServerCredentials.createSsl(null, [
      { cert_chain: readFileSync(tls.certificate), private_key: readFileSync(tls.key) },
    ]);
  }

  /** Runs a call when the node is not frozen, or reports why it does not. */
  private async admit(metadata: Metadata, readsAll: boolean): Promise<Refusal | undefined> {
    while (this.trouble.frozen) await this.trouble.frozen;
    return this.refusalByUser(metadata, readsAll) ?? this.refusalByRole(metadata);
  }

  private refusalByUser(metadata: Metadata, readsAll: boolean): Refusal | undefined {
    if (!this.access.users) return undefined;
    const [given] = metadata.get('authorization');
    const denied = { code: status.PERMISSION_DENIED, details: 'Access Denied' };
    if (given === undefined) return denied;
    const text = Buffer.from(String(given).replace('Basic ', ''), 'base64').toString('utf8');
    const [, name = '', password] = /^([^:]*):(.*)$/.exec(text) ?? [];
    const user = this.access.users[name];
    if (user?.password !== password) return { code: status.UNAUTHENTICATED, details: 'Bad credentials' };
    return readsAll && !user?.isAdmin ? denied : undefined;
  }

  private refusalByRole(metadata: Metadata): Refusal | undefined {
    const leader = this.cluster?.leader ?? this;
    if (leader === this || metadata.get('requires-leader').length === 0) return undefined;
    const named = new Metadata();
    named.set('exception', 'not-leader');
    named.set('leader-endpoint-host', '127.0.0.1');
    named.set('leader-endpoint-port', String(leader.port));
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata: named };
  }

  private readonly gossip = (
    _: ServerUnaryCall<shared.Empty, gossip.ClusterInfo>,
    answer: sendUnaryData<gossip.ClusterInfo>,
  ): void => {
    this.counted.gossip++;
    if (this.trouble.hidden) return answer({ code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
    const { leader, members } = this.cluster ?? { leader: this, members: [this] };
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
    const infos = members.map((one) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000000'))
        .setState(one === leader ? LEADER : FOLLOWER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(one.port)),
    );
    void (async () => {
      while (this.trouble.frozen) await this.trouble.frozen;
      answer(null, new gossip.ClusterInfo().setMembersList(infos));
    })();
  };

  private readonly features = (
    _: ServerUnaryCall<shared.Empty, features.SupportedMethods>,
    answer: sendUnaryData<features.SupportedMethods>,
  ): void => {
    const methods = ['Read', 'Append', 'BatchAppend'].map((name) =>
      new features.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName(name.toLowerCase()),
    );
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods));
  };

  private batchAppend(call: ServerDuplexStream<pb.BatchAppendReq, pb.BatchAppendResp>): void {
    const pending = new Map<
      string,
      { options: pb.BatchAppendReq.Options; messages: pb.BatchAppendReq.ProposedMessage[] }
    >();
    this.counted.batchAppends++;
    this.track(call);
    call.on('data', (request: pb.BatchAppendReq) => {
      const id = request.getCorrelationId()!.serializeBinary().toString();
      const held = pending.get(id) ?? { options: request.getOptions()!, messages: [] };
      held.messages.push(...request.getProposedMessagesList());
      pending.set(id, held);
      if (!request.getIsFinal()) return;
      pending.delete(id);
      const stream = nameOf(held.options.getStreamIdentifier()!);
      const outcome = this.log.append(stream, held.messages.map(proposed), batchExpectation(held.options));
      if (this.trouble.silent) return;
      const answer = this.batchAnswer(outcome, held.options).setCorrelationId(request.getCorrelationId());
      void (this.trouble.late ?? Promise.resolve()).then(() => call.write(answer));
    });
    call.on('end', () => call.end());
  }

  private append(call: ServerReadableStream<pb.AppendReq, pb.AppendResp>, answer: sendUnaryData<pb.AppendResp>): void {
    this.counted.appends++;
    let options: pb.AppendReq.Options | undefined;
    const messages: pb.AppendReq.ProposedMessage[] = [];
    call.on('data', (request: pb.AppendReq) => {
      if (request.hasOptions()) options = request.getOptions();
      else messages.push(request.getProposedMessage()!);
    });
    const append = async (): Promise<void> => {
      const refusal = await this.admit(call.metadata, false);
      if (refusal) return answer(refusal);
      // A client that is killed ends its call anywhere, also before it has said what it appends to.
      if (call.cancelled || !options) return answer({ code: status.CANCELLED });
      const stream = nameOf(options.getStreamIdentifier()!);
      const outcome = this.log.append(stream, messages.map(proposed), expectation(options));
      await this.trouble.late;
      if (!this.trouble.silent) answer(null, this.unaryAnswer(outcome));
    };
    call.on('end', () => void append());
  }

  private batchAnswer(outcome: Outcome, options: pb.BatchAppendReq.Options): pb.BatchAppendResp {
    const answer = new pb.BatchAppendResp().setStreamIdentifier(options.getStreamIdentifier());
    if ('wrong' in outcome) {
      const wrong = new shared.WrongExpectedVersion();
      if (outcome.wrong === 'none') wrong.setCurrentNoStream(new emptyPb.Empty());
      else wrong.setCurrentStreamRevision(String(outcome.wrong));
      if (options.hasNoStream()) wrong.setExpectedNoStream(new emptyPb.Empty());
      else wrong.setExpectedStreamPosition(options.getStreamPosition());
      const details = new anyPb.Any();
      details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
      return answer.setError(
        new rpc.Status()
          .setCode(9 as never)
          .setMessage('')
          .setDetails(details),
      );
    }
    const success = new pb.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
    if (!this.trouble.withoutPosition) success.setPosition(place(outcome.position));
    return answer.setSuccess(success);
  }

  private unaryAnswer(outcome: Outcome): pb.AppendResp {
    const answer = new pb.AppendResp();
    if ('wrong' in outcome) {
      const wrong = new pb.AppendResp.WrongExpectedVersion();
      if (outcome.wrong === 'none') wrong.setCurrentNoStream(new shared.Empty());
      else wrong.setCurrentRevision(String(outcome.wrong));
      return answer.setWrongExpectedVersion(wrong);
    }
    const position = new pb.AppendResp.Position()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position));
    const success = new pb.AppendResp.Success().setCurrentRevision(String(outcome.revision));
    return answer.setSuccess(this.trouble.withoutPosition ? success : success.setPosition(position));
  }

  private async read(call: ReadCall): Promise<void> {
    this.track(call);
    this.counted.reads++;
    const options = call.request.getOptions()!;
    const refusal = await this.admit(call.metadata, options.hasAll());
    if (refusal) return void call.emit('error', refusal);
    if (options.hasSubscription()) return this.subscribe(call, options);
    if (this.trouble.hanging) return;
    if (this.isUnknown(options)) return void call.emit('error', { code: status.UNKNOWN, details: 'Invalid position' });
    const limit = Number(options.getCount());
    const backwards = options.getReadDirection() === 1;
    const found = options.hasStream() ? this.ofStream(call, options, backwards) : this.ofAll(options, backwards);
    const events = found?.slice(0, limit) ?? [];
    for (const event of events) call.write(message(event));
    this.counted.eventsRead += events.length;
    call.end();
  }

  private ofStream(call: ReadCall, options: pb.ReadReq.Options, backwards: boolean): readonly Recorded[] | undefined {
    const from = options.getStream()!;
    const name = nameOf(from.getStreamIdentifier()!);
    const events = this.log.stream(name);
    if (events.length === 0) {
      const missing = new pb.ReadResp.StreamNotFound().setStreamIdentifier(from.getStreamIdentifier());
      call.write(new pb.ReadResp().setStreamNotFound(missing));
      return undefined;
    }
    const revision = from.hasRevision() ? Number(from.getRevision()) : from.hasEnd() ? Infinity : 0;
    return backwards
      ? events.filter((event) => event.revision <= revision).toReversed()
      : events.filter((event) => event.revision >= revision);
  }

  /** A position that was never given out is an error. */
  private isUnknown(options: pb.ReadReq.Options): boolean {
    const position = options.getAll()?.getPosition()?.getCommitPosition();
    return position !== undefined && !this.log.all.some((event) => event.position === BigInt(position));
  }

  /** A position is included forwards, and is not backwards. */
  private ofAll(options: pb.ReadReq.Options, backwards: boolean): readonly Recorded[] {
    const from = options.getAll()!;
    const position = from.hasPosition() ? BigInt(from.getPosition()!.getCommitPosition()) : undefined;
    if (!backwards)
      return position === undefined ? this.log.all : this.log.all.filter((event) => event.position >= position);
    const older = position === undefined ? this.log.all : this.log.all.filter((event) => event.position < position);
    return older.toReversed();
  }

  private subscribe(call: ReadCall, options: pb.ReadReq.Options): void {
    this.counted.subscriptions++;
    const passes = filterOf(options);
    const from = options.getAll()!;
    const after = from.hasPosition() ? BigInt(from.getPosition()!.getCommitPosition()) : -1n;
    let next = this.log.all.findIndex(({ position }) => position > after);
    if (next < 0) next = this.log.all.length;
    let writing = false;
    let skipped = 0;
    // A subscriber that is behind reads from disk at its own pace; only one that caught up must keep up.
    let isLive = false;
    let isClosed = false;
    const closed = new Promise<void>((resolve) => call.once('close', resolve)).then(() => (isClosed = true));
    call.write(new pb.ReadResp().setConfirmation(new pb.ReadResp.SubscriptionConfirmation().setSubscriptionId('one')));
    const push = async (): Promise<void> => {
      if (isClosed || (isClosed = this.trouble.mute)) return;
      if (isLive && this.log.all.length - next > this.trouble.buffer && writing) {
        isClosed = true;
        return void call.emit('error', { code: status.ABORTED, details: 'Consumer too slow' });
      }
      if (writing) return;
      writing = true;
      for (; next < this.log.all.length && !isClosed && !call.cancelled; next++) {
        const event = this.log.all[next]!;
        if (!passes(event)) {
          if (++skipped % SEARCHED_AT_ONCE > 0) continue;
          await new Promise((resolve) => setTimeout(resolve, this.trouble.searching));
          call.write(checkpoint(event));
          continue;
        }
        if (!call.write(message(event))) await Promise.race([once(call, 'drain').catch(() => undefined), closed]);
      }
      writing = false;
      isLive = true;
    };
    const off = this.log.onAppend(() => void push());
    call.on('close', off).on('cancelled', () => (off(), call.end()));
    void push();
  }

  private track(call: ReadCall | ServerDuplexStream<pb.BatchAppendReq, pb.BatchAppendResp>): void {
    this.calls.add(call);
    call.on('close', () => this.calls.delete(call)).on('error', () => undefined);
  }
}

function nameOf(identifier: shared.StreamIdentifier): string {
  return Buffer.from(identifier.getStreamName_asU8()).toString('utf8');
}

function proposed(message: pb.BatchAppendReq.ProposedMessage | pb.AppendReq.ProposedMessage) {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()!.getString(),
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function batchExpectation(options: pb.BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'none';
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  return options.hasStreamExists() ? 'exists' : 'any';
}

function expectation(options: pb.AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'none';
  if (options.hasRevision()) return Number(options.getRevision());
  return options.hasStreamExists() ? 'exists' : 'any';
}

function place(position: bigint): shared.AllStreamPosition {
  return new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position));
}

function message(event: Recorded): pb.ReadResp {
  const recorded = new pb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '0');
  const read = new pb.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position));
  return new pb.ReadResp().setEvent(read);
}

function checkpoint({ position }: Recorded): pb.ReadResp {
  const at = String(position);
  return new pb.ReadResp().setCheckpoint(new pb.ReadResp.Checkpoint().setCommitPosition(at).setPreparePosition(at));
}

/** Filters by stream name or event type, by prefixes or a regular expression; without a filter, all pass. */
function filterOf(options: pb.ReadReq.Options): (event: Recorded) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = (filter.getStreamIdentifier() ?? filter.getEventType())!;
  const text = (event: Recorded) => (filter.hasStreamIdentifier() ? event.stream : event.type);
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => text(event).startsWith(prefix));
  const pattern = new RegExp(expression.getRegex());
  return (event) => pattern.test(text(event));
}

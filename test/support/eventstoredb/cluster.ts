import { EventStoreDbServer, type ClusterView } from './server.ts';

/** Several nodes: one leads, and the others replicate it unless set to lag. */
export class EventStoreDbCluster {
  /** Nodes that do not receive the leader's appends. */
  readonly lagging = new Set<EventStoreDbServer>();

  private constructor(
    readonly nodes: readonly EventStoreDbServer[],
    private leader: EventStoreDbServer,
  ) {}

  static async start(size = 2): Promise<EventStoreDbCluster> {
    const nodes = await Promise.all(Array.from({ length: size }, () => EventStoreDbServer.start()));
    const cluster = new EventStoreDbCluster(nodes, nodes[0]!);
    for (const node of nodes) node.log.onAppend(() => cluster.replicate(node));
    cluster.elect(nodes[0]!);
    return cluster;
  }

  /** The connection string without DNS discovery. */
  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** All nodes agree on the leader, except frozen ones, which do not learn of it. */
  elect(leader: EventStoreDbServer): void {
    this.leader = leader;
    const view: ClusterView = { leader, members: this.nodes };
    for (const node of this.nodes) if (!node.trouble.frozen) node.cluster = view;
  }

  /** Lets a thawed node learn who leads. */
  rejoin(node: EventStoreDbServer): void {
    this.lagging.delete(node);
    this.elect(this.leader);
    this.replicate(this.leader);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  private replicate(from: EventStoreDbServer): void {
    if (from !== this.leader) return;
    for (const node of this.nodes) if (node !== from && !this.lagging.has(node)) node.log.replicate(from.log);
  }
}

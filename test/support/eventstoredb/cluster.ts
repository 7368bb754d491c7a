import { EventStoreDbServer, type ClusterView } from './server.ts';

/** Several nodes: one leads, the others have what it has, unless they are told to lag. */
export class EventStoreDbCluster {
  /** Nodes that get nothing of what the leader appends. */
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

  /** As it is named without DNS. */
  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** All nodes agree on who leads, but those that are frozen and can't hear of it. */
  elect(leader: EventStoreDbServer): void {
    this.leader = leader;
    const view: ClusterView = { leader, members: this.nodes };
    for (const node of this.nodes) if (!node.trouble.frozen) node.cluster = view;
  }

  /** What a node that was frozen learns a while after it has thawed. */
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

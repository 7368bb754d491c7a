import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { joined } from '../joined.ts';

/** The connections of one process to a server, which end for good, as those of a process that is killed. */
export class Connections {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to(url: string): Promise<Connections> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const connections = new Connections(server);
    server.on('connection', (client) => {
      const upstream = connect(Number(port), hostname);
      joined(client, upstream, connections.sockets);
      client.pipe(upstream);
      upstream.pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return connections;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

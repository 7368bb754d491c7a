import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { joined } from '../test/support/joined.ts';

/** Forwards connections to a server, and delays each request by a time, as a network does; answers pass at once. */
export class DelayProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async start(url: string, delayMs: number): Promise<DelayProxy> {
    const target = new URL(url);
    const server = createServer({ noDelay: true });
    const proxy = new DelayProxy(server, target);
    server.on('connection', (client) => {
      const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
      joined(client, upstream, proxy.sockets);
      // Timers of one duration fire in the order in which they were set.
      client.on('data', (chunk: Buffer) => setTimeout(() => upstream.write(chunk), delayMs));
      upstream.pipe(client);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The server's address, through this proxy. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    const { protocol, pathname, searchParams } = this.target;
    // Otherwise the driver would connect to the server that answers, past the proxy.
    if (protocol === 'mongodb:') searchParams.set('directConnection', 'true');
    const options = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
    return `${protocol}//127.0.0.1:${port}${pathname}${options}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

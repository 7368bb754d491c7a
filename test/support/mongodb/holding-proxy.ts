import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { joined } from '../joined.ts';

/** A proxy for a MongoDB server that holds requests with one command until they are released or their connection is broken. */
export class HoldingProxy {
  /** The number of requests with the command. */
  seen = 0;
  private readonly sockets = new Set<Socket>();
  private waiting: { client: Socket; pass: () => void }[] = [];
  private isHolding = true;

  private constructor(
    private readonly server: Server,
    private readonly database: string,
  ) {}

  static async start(url: string, command: string): Promise<HoldingProxy> {
    const { hostname, port, pathname } = new URL(url);
    const server = createServer();
    const proxy = new HoldingProxy(server, pathname.slice(1));
    server.on('connection', (client) => {
      const upstream = connect(Number(port), hostname);
      joined(client, upstream, proxy.sockets);
      upstream.pipe(client);
      client.on('data', (chunk: Buffer) => {
        const pass = () => void upstream.write(chunk);
        // A command is the first key of its document.
        const isHeld = chunk.includes(`\u0002${command}\0`);
        if (isHeld) proxy.seen += 1;
        if (isHeld && proxy.isHolding) proxy.waiting.push({ client, pass });
        else pass();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${(this.server.address() as AddressInfo).port}/${this.database}?directConnection=true`;
  }

  /** The number of requests currently held. */
  get held(): number {
    return this.waiting.length;
  }

  breakHeld(): void {
    for (const { client } of this.waiting.splice(0)) client.destroy();
  }

  release(): void {
    this.isHolding = false;
    for (const { pass } of this.waiting.splice(0)) pass();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

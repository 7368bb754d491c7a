import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server until it is stopped; connections end then, and no new ones are taken. */
export class Proxy {
  private readonly sockets = new Set<Socket>();
  private readonly server;

  /** @param forward what clients send; by default, all of it goes on to the server */
  constructor(
    { hostname, port }: Pick<URL, 'hostname' | 'port'>,
    forward: (client: Socket, upstream: Socket) => void = (client, upstream) => void client.pipe(upstream),
  ) {
    this.server = createServer({ noDelay: true }, (client) => {
      const upstream = connect({ port: Number(port), host: hostname, noDelay: true });
      this.join(client, upstream);
      upstream.pipe(client);
      forward(client, upstream);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** On 127.0.0.1. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Each of two sockets ends with the other, whatever ends it. */
  private join(client: Socket, upstream: Socket): void {
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  }
}

import type { Socket } from 'node:net';
import { Proxy } from '../proxy.ts';

/** A proxy for a MongoDB server that holds requests with one command until they are released or their connection is broken. */
export class HoldingProxy {
  /** The number of requests with the command. */
  seen = 0;
  private readonly proxy: Proxy;
  private readonly database: string;
  private waiting: { client: Socket; pass: () => void }[] = [];
  private isHolding = true;

  private constructor(url: string, command: string) {
    const server = new URL(url);
    this.database = server.pathname.slice(1);
    this.proxy = new Proxy(server, (client, upstream) =>
      client.on('data', (chunk: Buffer) => {
        const pass = () => void upstream.write(chunk);
        // A command is the first key of its document.
        const isHeld = chunk.includes(`\u0002${command}\0`);
        if (isHeld) this.seen += 1;
        if (isHeld && this.isHolding) this.waiting.push({ client, pass });
        else pass();
      }),
    );
  }

  static async start(url: string, command: string): Promise<HoldingProxy> {
    const proxy = new HoldingProxy(url, command);
    await proxy.proxy.start();
    return proxy;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.proxy.port}/${this.database}?directConnection=true`;
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

  stop(): Promise<void> {
    return this.proxy.stop();
  }
}

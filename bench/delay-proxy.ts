import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Proxy } from '../test/support/proxy.ts';

interface Delayed {
  hostname: string;
  port: string;
  delayMs: number;
}

/**
 * Forwards connections to a server, and delays each request by a time, as a network does; answers pass at once. In a thread of its own, because
 * a network takes no time of the program.
 */
export class DelayProxy {
  private constructor(
    private readonly worker: Worker,
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async start(url: string, delayMs: number): Promise<DelayProxy> {
    const target = new URL(url);
    const delayed: Delayed = { hostname: target.hostname, port: target.port, delayMs };
    const worker = new Worker(new URL(import.meta.url), { workerData: delayed });
    const [port] = (await once(worker, 'message')) as [number];
    return new DelayProxy(worker, target, port);
  }

  /** The server's address, through this proxy. */
  get url(): string {
    const { protocol, pathname, searchParams } = this.target;
    // Otherwise the driver would connect to the server that answers, past the proxy.
    if (protocol === 'mongodb:') searchParams.set('directConnection', 'true');
    const options = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
    return `${protocol}//127.0.0.1:${this.port}${pathname}${options}`;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

async function forward({ delayMs, ...server }: Delayed): Promise<number> {
  const proxy = new Proxy(server, (client, upstream) => {
    // Timers of one duration fire in the order in which they were set.
    client.on('data', (chunk: Buffer) => setTimeout(() => upstream.write(chunk), delayMs));
  });
  return (await proxy.start()).port;
}

if (!isMainThread) parentPort!.postMessage(await forward(workerData as Delayed));

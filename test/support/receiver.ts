import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answered {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A receiver's answer: a status, or a status with headers, now or later. */
export type Answer = (request: Received, count: number) => Answered | Promise<Answered>;

const open = new Set<{ close(): Promise<void> }>();

/** A seller's endpoint: an HTTP server that records requests. */
export async function startReceiver(answer: Answer = () => ({ status: 200 })) {
  const received: Received[] = [];
  let answering = answer;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(got);
      void Promise.resolve(answering(got, received.length)).then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Sets its answers from now on. */
    answers(next: Answer): void {
      answering = next;
    },
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    async close(): Promise<void> {
      open.delete(receiver);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  open.add(receiver);
  return receiver;
}

/** Closes those that a spec file has left open. */
export async function closeReceivers(): Promise<void> {
  await Promise.all([...open].map((receiver) => receiver.close()));
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

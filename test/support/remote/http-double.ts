import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What happens to the next request of a call, instead of it. */
export type RemoteFault =
  'broken' | 'silent' | 'cut' | { status: number; body?: unknown; headers?: Record<string, string> };

export interface DoubleRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Of the Authorization header. */
  authorization: string;
  /** Of JSON or of a form. */
  body: Record<string, unknown>;
}

export interface DoubleAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A small HTTP server that plays a platform, with its memory and its failures. */
export abstract class HttpDouble {
  /** Requests that arrived, such as `PUT /guilds/1`, oldest first. */
  readonly calls: string[] = [];
  private readonly faults: { call: RegExp; fault: RemoteFault }[] = [];
  private server: Server | undefined;
  url = '';

  async start(): Promise<this> {
    this.server = createServer((request, response) => void this.serve(request, response));
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server!.closeAllConnections();
    await new Promise((resolve) => this.server!.close(resolve));
  }

  /** The next request that matches, such as `/^PUT .*members/`, fails in this way. */
  fail(call: RegExp, fault: RemoteFault): void {
    this.faults.push({ call, fault });
  }

  protected abstract answer(request: DoubleRequest): DoubleAnswer;

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url);
    const call = `${request.method} ${path}`;
    this.calls.push(call);
    const at = this.faults.findIndex((fault) => fault.call.test(call));
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    if (fault?.fault === 'silent') return;
    if (fault?.fault === 'cut') return void request.socket.destroy();
    const asked = { method: request.method!, path, query, authorization: request.headers.authorization ?? '' };
    const body = bodyOf(request.headers['content-type'], Buffer.concat(chunks).toString());
    const faulty = fault?.fault === 'broken' ? { status: 502, body: 'Bad gateway' } : fault?.fault;
    const { status, headers = {}, body: answered } = faulty ?? this.answer({ ...asked, body });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(answered === undefined ? undefined : JSON.stringify(answered));
  }
}

function bodyOf(type: string | undefined, text: string): Record<string, unknown> {
  if (text === '') return {};
  return type?.includes('json')
    ? (JSON.parse(text) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(text));
}

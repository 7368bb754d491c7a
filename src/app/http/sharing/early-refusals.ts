import type { FastifyRequest } from 'fastify';
import {
  createServer,
  maxHeaderSize,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { stateOf } from '../request-state.ts';
import { canonicalTarget, pathIn } from '../request-target.ts';

/** Of what ends before its route could answer, in words of the billing contract. */
const REFUSALS = {
  400: { error: 'BadRequest', detail: 'This is not a valid HTTP request' },
  408: { error: 'RequestTimeout', detail: 'The request did not arrive in time; try again' },
  417: { error: 'ExpectationFailed', detail: 'Only 100-continue can be expected' },
  431: {
    error: 'RequestHeaderFieldsTooLarge',
    detail: `The first line and the headers of a request have at most ${maxHeaderSize.toLocaleString('en-US')} bytes`,
  },
};
type Status = keyof typeof REFUSALS;

/** An error as the contract of a target has it; the billing contract's if it is not known. */
export function refusalText(target: string | undefined, { error, detail }: { error: string; detail: string }): string {
  const isIdentity = target !== undefined && pathIn(canonicalTarget(target)).startsWith('/api/auth');
  if (!isIdentity) return JSON.stringify({ error, detail });
  const code = error.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  return JSON.stringify({ code, message: detail });
}

/** Node itself answers no request of its own accord, as it would those without a host or with an expectation. */
export function serverOf(options: ServerOptions, handle: RequestListener): Server {
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== '1.0') refuse(response, 400);
    else handle(request, response);
  });
  return server.on('checkExpectation', (_, response) => refuse(response, 417));
}

/** Ends a request whose body does not arrive; its handler never runs. */
export function giveUp(request: FastifyRequest): void {
  const state = stateOf(request);
  const { raw } = state.reply.hijack();
  state.endWork?.();
  refuse(raw, 408, () => request.raw.destroy());
}

/** What Node cannot read as a request, or has waited for too long: nothing but its connection is left. */
export function refuseMalformed(error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Of a request whose body is at fault; as Node does, not in the middle of its answer.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  if (socket.writable && !answer?.headersSent) {
    const status = statusOf(error);
    const text = refusalText(answer?.req.url ?? targetIn(error.rawPacket), REFUSALS[status]);
    const headers = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`);
  }
  socket.destroy(error);
}

function statusOf({ code }: NodeJS.ErrnoException): Status {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** If a packet begins with a request. */
function targetIn(packet: unknown): string | undefined {
  return Buffer.isBuffer(packet) ? /^[A-Z]+ (\S{1,2000})/.exec(packet.toString('latin1', 0, 3_000))?.[1] : undefined;
}

function refuse(response: ServerResponse, status: Status, sent?: () => void): void {
  const text = refusalText(response.req.url, REFUSALS[status]);
  response.writeHead(status, headersOf(text));
  response.end(text, sent);
}

function headersOf(text: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
}

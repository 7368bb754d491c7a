import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { operatorNamed, type OperatorRequest } from './actions.ts';

/** The system's limit is 108 bytes. */
const MAX_PATH_BYTES = 100;

/** What a command sends: the user name on this machine, and what it asks for. */
export interface SocketRequest extends Pick<OperatorRequest, 'action' | 'args'> {
  operator: string;
}

type Line = { say: string } | { done: true } | { error: string };

/** Nothing listens on the socket: the program does not run. */
export class ProgramNotRunning extends Error {}

/** In the data folder; in the temp directory where that path is too long for a socket. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  return join(tmpdir(), `tillbook-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`);
}

/** Answers requests on a socket that only this user may open; replaces a socket left by a killed program. */
export async function serveSocket(
  path: string,
  handle: (request: OperatorRequest, say: (line: string) => void) => Promise<void>,
): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer((socket) => void answer(socket, handle));
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return server;
}

/**
 * Sends a request to the running program.
 * @throws ProgramNotRunning · Error the program refused, with its message
 */
export async function askSocket(path: string, request: SocketRequest, say: (line: string) => void): Promise<void> {
  checkOwner(path);
  const socket = createConnection(path);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', () => reject(new ProgramNotRunning()));
  });
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const text of createInterface(socket)) {
    const line = JSON.parse(text) as Line;
    if ('say' in line) say(line.say);
    else if ('error' in line) throw new Error(line.error);
    else return;
  }
  throw new Error('The program ended before it answered; see its log');
}

async function answer(
  socket: Socket,
  handle: (request: OperatorRequest, say: (line: string) => void) => Promise<void>,
): Promise<void> {
  const send = (line: Line): void => void socket.write(`${JSON.stringify(line)}\n`);
  socket.on('error', () => undefined);
  try {
    for await (const text of createInterface(socket)) {
      const { action, args, operator } = JSON.parse(text) as SocketRequest;
      await handle({ action, args, actor: operatorNamed(operator) }, (say) => send({ say }));
      break;
    }
    send({ done: true });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
  socket.end();
}

/** In the temp directory, another user could have created a socket of that name to read requests. */
function checkOwner(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) throw new ProgramNotRunning();
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && found.uid !== user)
    throw new Error(`${path} belongs to another user: run this command as the user that Tillbook runs as`);
}

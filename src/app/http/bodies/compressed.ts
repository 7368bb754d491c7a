import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/** Below this many bytes, compression saves less than a packet. */
const THRESHOLD = 1024;

/** Paths whose responses hold secrets, or errors that may quote them (docs/SECURITY.md#compression). */
const SECRETS =
  /^\/(api\/(auth|ledger\/operator\/(steps|work|runs))|sandbox|v1\/(checkouts|checkout-links|license-keys|customer-portal\/(downloadables|license-keys|customers\/me\/export)|oauth2|webhooks))(\/|$)/;

/** Compresses responses to reads only: responses to writes repeat their input next to the secrets that they create. */
export async function compress(instance: FastifyInstance): Promise<void> {
  instance.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || holdsSecrets(route.url) || isMedia(route.url)) route.compress = false;
    else route.onRequest = [route.onRequest ?? [], varying].flat();
  });
  // What is wrong with a body is for the guard to report.
  await instance.register(fastifyCompress, { threshold: THRESHOLD, globalDecompression: false });
}

/** Also where this answer is not compressed: another one may be. */
function varying(_: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  void reply.header('Vary', 'accept-encoding');
  done();
}

/** Ranges of a file are of its own bytes. */
function isMedia(path: string): boolean {
  return path.startsWith('/media/');
}

export function holdsSecrets(path: string): boolean {
  return SECRETS.test(path);
}

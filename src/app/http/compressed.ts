import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this many bytes, compression saves less than a packet. */
const THRESHOLD = 1024;

/** Paths whose responses hold secrets (docs/SECURITY.md#compression). */
const SECRETS = /^\/(api\/auth|sandbox|v1\/(checkouts|webhooks))(\/|$)/;

/** Compresses responses to reads only: responses to writes repeat their input next to the secrets that they create. */
export async function compress(instance: FastifyInstance): Promise<void> {
  instance.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || holdsSecrets(route.url)) route.compress = false;
  });
  await instance.register(fastifyCompress, { threshold: THRESHOLD });
}

export function holdsSecrets(path: string): boolean {
  return SECRETS.test(path);
}

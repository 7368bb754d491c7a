import type { OAuthClient } from '@/api/types';

export type Method = OAuthClient['token_endpoint_auth_method'];

/** How a client proves that it is itself. */
export const METHODS: Record<Method, { label: string; hint: string }> = {
  client_secret_post: {
    label: 'Confidential',
    hint: 'It runs on a server, which keeps its secret, and sends it in the body of its requests.',
  },
  client_secret_basic: {
    label: 'Confidential, by HTTP Basic',
    hint: 'The same, but it sends the secret in the Authorization header.',
  },
  none: {
    label: 'Public',
    hint: 'It runs in a browser or on a device and can’t keep a secret: PKCE takes its place.',
  },
};

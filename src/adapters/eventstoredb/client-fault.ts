const CLIENT = /[\\/]@eventstore[\\/]db-client[\\/]/;
/** What a call runs through before and after it is the client's own. */
const BELOW = /\(node:|\bat node:|<anonymous>|[\\/]@grpc[\\/]grpc-js[\\/]|at (async )?(Promise|new Promise)\b/;

/**
 * Whether a promise that nobody awaited was rejected inside EventStoreDB's client. It leaves some of its own unawaited: after a call broke it
 * waits for the next connection, and where no node can be found then, nobody handles that. The calls themselves report it to whoever made
 * them, and the client goes on with the next call, so nothing is lost by going on. An error whose own code was raised outside the client is
 * somebody else's, whatever called it.
 */
export function isClientFault(error: unknown): boolean {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return false;
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return CLIENT.test(frames.find((frame) => !BELOW.test(frame)) ?? '');
}

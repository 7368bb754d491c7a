const CLIENT = /[\\/]@eventstore[\\/]db-client[\\/]/;
/** Stack frames around a call into the client that are not the client's own. */
const BELOW = /\(node:|\bat node:|<anonymous>|[\\/]@grpc[\\/]grpc-js[\\/]|at (async )?(Promise|new Promise)\b/;

/**
 * Whether an unhandled rejection comes from inside EventStoreDB's client. The client leaves some promises unhandled: after a failed call it
 * waits for the next connection, and does not handle the error if it finds no node. The call itself reports the failure to its caller and the
 * client continues with the next call, so the process can go on. An error raised by code outside the client does not count, whatever
 * called it.
 */
export function isClientFault(error: unknown): boolean {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return false;
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return CLIENT.test(frames.find((frame) => !BELOW.test(frame)) ?? '');
}

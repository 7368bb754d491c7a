import { ServiceUnavailable, StartRefused } from '../kernel/errors.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';

/** What an operator should read of an error; undefined where it is a fault of the program, of which the stack says more. */
export function adviceOf(error: unknown): string | undefined {
  if (error instanceof StorageUnavailable) return error.advice;
  return error instanceof StartRefused || error instanceof ServiceUnavailable ? error.message : undefined;
}

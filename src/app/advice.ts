import { ServiceUnavailable, StartRefused } from '../kernel/errors.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';

/** The text of an error for operators; undefined for a fault of the program, whose stack says more. */
export function adviceOf(error: unknown): string | undefined {
  if (error instanceof StorageUnavailable) return error.advice;
  return error instanceof StartRefused || error instanceof ServiceUnavailable ? error.message : undefined;
}

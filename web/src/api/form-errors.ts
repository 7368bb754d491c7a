import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './error';

/**
 * Puts the server's messages at their fields and the rest at `root`. `names` maps a field of the contract to a field of
 * the form where they differ. A message for a field that the form lacks goes to `root` too, so that none is lost.
 */
export function applyFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  names: Record<string, Path<T>> = {},
): void {
  if (!(error instanceof ApiError)) throw error;
  const known = form.getValues();
  const lost: string[] = [];
  let none = true;
  for (const [field, message] of Object.entries(error.fields)) {
    const name = names[field] ?? (field in known ? (field as Path<T>) : undefined);
    if (name) {
      form.setError(name, { type: 'server', message });
      none = false;
    } else lost.push(message);
  }
  if (lost.length > 0) form.setError('root', { type: 'server', message: lost.join(' ') });
  else if (none) form.setError('root', { type: 'server', message: error.message });
}

type Messages<Field extends string> = Record<string, string | { at: Field; text: string }>;

/** Replaces an error's message by its code, at a field if `messages` names one. Other errors stay unchanged. */
export function withOwnMessage<Field extends string>(error: unknown, messages: Messages<Field>): unknown {
  if (!(error instanceof ApiError)) return error;
  const found = messages[error.code];
  if (found === undefined) return error;
  return typeof found === 'string'
    ? new ApiError(error.status, error.code, found)
    : new ApiError(error.status, error.code, found.text, { [found.at]: found.text });
}

/** Replaces the message of a request that was refused as a whole, not at one of its fields. */
export function withWordsForWhole(error: unknown, message: string): unknown {
  const isWhole = error instanceof ApiError && error.status === 422 && Object.keys(error.fields).length === 0;
  return isWhole ? new ApiError(error.status, error.code, message) : error;
}

/** `withOwnMessage` for a promise: replaces the message of its rejection. */
export async function rejectWithOwnMessage<T>(work: Promise<T>, messages: Messages<string>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw withOwnMessage(error, messages);
  }
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isRefusal, sayRepeatable } from './error';

/** Headers of a request that creates something. */
export type OnceHeaders = { 'Idempotency-Key': string };

/**
 * Sends a create request with an Idempotency-Key, which "Try again" reuses for the same content: after a lost response the server
 * recognizes the request and creates once. A refused request created nothing, so the next attempt gets a new key.
 */
export function createOnce() {
  let kept: { content: string; key: string } | undefined;
  return async <T>(content: unknown, send: (headers: OnceHeaders) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(content);
    if (kept?.content !== text) kept = { content: text, key: newKey() };
    try {
      const answer = await send({ 'Idempotency-Key': kept.key });
      kept = undefined;
      return answer;
    } catch (error) {
      if (isRefusal(error)) kept = undefined;
      throw error instanceof ApiError ? sayRepeatable(error) : error;
    }
  };
}

// randomUUID exists on secure origins only.
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Create<Content, Answer> {
  mutationFn: (content: Content, headers: OnceHeaders) => Promise<Answer>;
  onSuccess: (answer: Answer) => unknown;
  gcTime?: number;
}

/** A mutation that creates something once, however often it is retried. */
export function useCreate<Content, Answer>({ mutationFn, ...rest }: Create<Content, Answer>) {
  const [once] = useState(createOnce);
  return useMutation({
    mutationFn: (content: Content) => once(content, (headers) => mutationFn(content, headers)),
    ...rest,
  });
}

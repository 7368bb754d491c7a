import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from './error';

/** Headers of a request that creates something. */
export type OnceHeaders = { 'Idempotency-Key': string };

/**
 * Sends what creates something under an Idempotency-Key, which is kept over "Try again": the same content after an answer that was
 * lost is the same request to the server, so that it creates once. A refusal created nothing, so the next attempt is a new request.
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
      throw error;
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

/** A mutation that creates something, once however often it is tried. */
export function useCreate<Content, Answer>({ mutationFn, ...rest }: Create<Content, Answer>) {
  const [once] = useState(createOnce);
  return useMutation({
    mutationFn: (content: Content) => once(content, (headers) => mutationFn(content, headers)),
    ...rest,
  });
}

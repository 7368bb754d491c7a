import { useEffect, useState } from 'react';
import { checkoutQuery } from '@/api/checkout';
import { queryClient } from '@/api/query-client';

/** Beside the stream, in case a proxy holds it back. */
const SLOW_MS = 10_000;
const POLL_MS = 1_500;

interface Stream {
  /** False once it has failed: the checkout is polled then. */
  works: boolean;
  /** The seller's server knows of the purchase. */
  isDelivered: boolean;
}

/** Reads a checkout again whenever its stream says that it changed. */
export function useStream(clientSecret: string, isFollowing: boolean): Stream {
  const [works, setWorks] = useState(true);
  const [isDelivered, setDelivered] = useState(false);
  useEffect(() => {
    if (!isFollowing) return;
    const source = new EventSource(`/v1/checkouts/client/${encodeURIComponent(clientSecret)}/stream`);
    source.onopen = () => {
      setWorks(true);
      // What happened before it was open.
      read(clientSecret);
    };
    source.onmessage = ({ data }) => {
      if (keyOf(data) === 'checkout.webhook_event_delivered') setDelivered(true);
      read(clientSecret);
    };
    source.onerror = () => setWorks(false);
    return () => source.close();
  }, [clientSecret, isFollowing]);
  useEffect(() => {
    if (!isFollowing) return;
    const timer = setInterval(() => read(clientSecret), works ? SLOW_MS : POLL_MS);
    return () => clearInterval(timer);
  }, [clientSecret, isFollowing, works]);
  return { works, isDelivered };
}

function read(clientSecret: string): void {
  void queryClient.invalidateQueries(checkoutQuery(clientSecret));
}

/** The kind of a message; undefined if it is not what the contract says. */
function keyOf(data: unknown): string | undefined {
  try {
    const { key } = JSON.parse(String(data)) as { key?: unknown };
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}

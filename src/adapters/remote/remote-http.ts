import { RemoteFailure } from '../../features/billing/remote-access/remote-platform.ts';

/** For a whole request, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Seconds; what a platform asks for beyond is taken for a mistake. */
const LONGEST_DELAY = 86_400;

export interface RemoteRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Of the Authorization header, such as `Bearer …`. */
  authorization?: string;
  json?: unknown;
  form?: Record<string, string>;
}

export interface RemoteAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON; an empty object if it is none. */
  body: Record<string, unknown>;
}

/** Requests to a platform's HTTP API: in time, without following redirects. Failures name neither addresses nor anything that was sent. */
export class RemoteHttp {
  constructor(
    /** As people call it. */
    readonly service: string,
  ) {}

  /** @throws RemoteFailure transient: no answer in time, or one of a server that has problems */
  async send(url: string, { method = 'GET', authorization, json, form }: RemoteRequest): Promise<RemoteAnswer> {
    const answer = await this.exchange(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        'user-agent': 'Tillbook',
        ...(authorization !== undefined && { authorization }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    });
    if (answer.status >= 500) throw this.busy(`answered ${answer.status}`, delayIn(answer.headers.get('retry-after')));
    return answer;
  }

  /** The platform cannot do it now. */
  busy(what: string, retryAfterSeconds?: number): RemoteFailure {
    return new RemoteFailure('transient', `${this.service} ${what}`, retryAfterSeconds);
  }

  private async exchange(url: string, init: RequestInit): Promise<RemoteAnswer> {
    let text: string;
    let response: Response;
    try {
      response = await fetch(url, init);
      text = await response.text();
    } catch {
      throw this.busy(init.signal?.aborted ? 'did not answer in time' : 'could not be reached');
    }
    return { status: response.status, headers: response.headers, body: objectIn(text) };
  }
}

/** Whole seconds; undefined if it is no number of them. */
export function delayIn(seconds: unknown): number | undefined {
  if (seconds === null || seconds === undefined || seconds === '') return undefined;
  const given = Number(seconds);
  return Number.isFinite(given) && given >= 0 ? Math.min(Math.max(1, Math.ceil(given)), LONGEST_DELAY) : undefined;
}

/** Lists have no fields of their own: they are under `items`. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed = JSON.parse(text) as unknown;
    if (Array.isArray(parsed)) return { items: parsed };
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

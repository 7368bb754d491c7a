import type { Answer, Request } from './process.ts';
import { BrokenRule } from './cast.ts';
import type { World } from './world.ts';

const TRIES = 8;
const TRY_AGAIN_MS = 1_500;

/** What answers a request that was not lost: of status 503 and 0 nobody knows whether it was done. */
export function isKnown({ status }: Answer): boolean {
  return status !== 0 && status !== 503;
}

/** @throws BrokenRule the answer is neither unknown nor one of these statuses */
export function demand(answer: Answer, request: string, ...statuses: number[]): void {
  if (isKnown(answer) && !statuses.includes(answer.status))
    throw new BrokenRule(`${request} is answered with ${statuses.join(' or ')}`, answer);
}

/** A person's browser. */
export class Browser {
  private cookies = new Map<string, string>();

  constructor(private readonly world: World) {}

  get isSignedIn(): boolean {
    return this.cookies.size > 0;
  }

  async request(method: Request['method'], path: string, body?: unknown): Promise<Answer> {
    const headers = { origin: this.world.baseUrl, cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await this.world.request({ method, path, headers, body });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(String(line).split(';')[0]!);
    return answer;
  }

  forget(): void {
    this.cookies = new Map();
  }

  private keep(pair: string): void {
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A program that calls the API with a token, and repeats a call under one Idempotency-Key until it is answered. */
export class ApiClient {
  constructor(
    private readonly world: World,
    readonly token: string,
  ) {}

  get<T>(path: string): Promise<T | undefined> {
    return this.call('GET', path).then(({ status, body }) => (status === 200 ? (body as T) : undefined));
  }

  async call(method: Request['method'], path: string, body?: unknown): Promise<Answer> {
    const key = `key-${this.world.random.between(0, 2 ** 40)}`;
    const headers = { authorization: `Bearer ${this.token}`, ...(method !== 'GET' && { 'idempotency-key': key }) };
    let answer: Answer;
    for (let n = 0; ; n++) {
      answer = await this.world.request({ method, path, headers, body });
      // A conflict says that the first try of the same call is still at work.
      if ((isKnown(answer) && answer.status !== 409) || n === TRIES) return answer;
      await this.world.pass(TRY_AGAIN_MS);
    }
  }
}

import { SignJWT } from 'jose';
import type { KeyObject } from 'node:crypto';
import { delayIn, RemoteHttp, type RemoteAnswer, type RemoteRequest } from '../remote/remote-http.ts';
import { RemoteFailure } from '../../features/billing/remote-access/remote-platform.ts';
import { msOf, type Clock } from '../../kernel/ports/clock.ts';

/** Of the GitHub App. */
export interface GithubAppSettings {
  /** Its name in addresses. */
  slug: string;
  clientId: string;
  clientSecret: string;
  privateKey: KeyObject;
}

/** Seconds; GitHub allows ten minutes, and clocks may differ by one. */
const JWT_LIFETIME = 480;
const DRIFT = 60;
/** Milliseconds before its end from which a token is not used any more. */
const MARGIN_MS = 120_000;
/** Seconds that GitHub wants clients to wait if it names no delay. */
const SECONDARY_DELAY = 60;
const PER_PAGE = 100;
const MOST_PAGES = 50;

interface InstallationToken {
  token: string;
  until: number;
}

/** Requests of the app: as itself by a JWT, or as one of its installations by a token that lives for an hour. */
export class GithubApp {
  private readonly http = new RemoteHttp('GitHub');
  private readonly tokens = new Map<string, Promise<InstallationToken>>();

  constructor(
    private readonly settings: GithubAppSettings,
    private readonly clock: Clock,
    private readonly api: string,
  ) {}

  /** Its JWT is signed with jose, which verifies Tillbook's tokens too: GitHub's own package for this would bring ten others along. */
  async asApp(path: string, request: RemoteRequest = {}): Promise<RemoteAnswer> {
    const now = Math.floor(msOf(this.clock.machineNow()) / 1_000);
    const jwt = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(this.settings.clientId)
      .setIssuedAt(now - DRIFT)
      .setExpirationTime(now + JWT_LIFETIME)
      .sign(this.settings.privateKey);
    const answer = await this.send(`${this.api}${path}`, { ...request, authorization: `Bearer ${jwt}` });
    if (answer.status === 401)
      throw new RemoteFailure(
        'refused',
        'GitHub does not accept the keys of this installation; its operator has to check them.',
      );
    return answer;
  }

  /** @throws RemoteFailure refused: the app is not installed there any more */
  async asInstallation(id: string, path: string, request: RemoteRequest = {}): Promise<RemoteAnswer> {
    const authorized = async () => ({ ...request, authorization: `Bearer ${(await this.tokenOf(id)).token}` });
    const answer = await this.send(`${this.api}${path}`, await authorized());
    if (answer.status !== 401) return answer;
    // It was revoked before its time, as when the app is installed anew.
    this.tokens.delete(id);
    return this.send(`${this.api}${path}`, await authorized());
  }

  /** All pages of a list, as far as they are of any use. @param field of the answer that has the items; the answer itself unless given */
  async all<T>(
    get: (path: string) => Promise<RemoteAnswer>,
    path: string,
    field = 'items',
  ): Promise<T[] | RemoteAnswer> {
    const items: T[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const answer = await get(`${path}?per_page=${PER_PAGE}&page=${page}`);
      const found = answer.body[field];
      if (answer.status !== 200 || !Array.isArray(found)) return answer;
      items.push(...(found as T[]));
      if (!/rel="next"/.test(answer.headers.get('link') ?? '')) break;
    }
    return items;
  }

  /** @throws RemoteFailure transient, with the delay that GitHub asks for */
  async send(url: string, request: RemoteRequest): Promise<RemoteAnswer> {
    const answer = await this.http.send(url, request);
    const delay = this.delayAfter(answer);
    if (delay !== undefined) throw this.http.busy('has had too many requests for now', delay);
    return answer;
  }

  /** Seconds; undefined if this was no rate limit. */
  private delayAfter({ status, headers, body }: RemoteAnswer): number | undefined {
    if (status !== 403 && status !== 429) return undefined;
    const asked = delayIn(headers.get('retry-after'));
    if (asked !== undefined) return asked;
    const reset = headers.get('x-ratelimit-reset');
    if (headers.get('x-ratelimit-remaining') === '0' && reset !== null)
      return delayIn(Math.max(1, Number(reset) - msOf(this.clock.machineNow()) / 1_000)) ?? SECONDARY_DELAY;
    return status === 429 || /rate limit/i.test(String(body.message)) ? SECONDARY_DELAY : undefined;
  }

  /** Several requests share one. */
  private async tokenOf(id: string): Promise<InstallationToken> {
    const known = await this.tokens.get(id)?.catch(() => undefined);
    if (known && known.until > msOf(this.clock.machineNow())) return known;
    const asked = this.newToken(id);
    this.tokens.set(id, asked);
    asked.catch(() => this.tokens.delete(id));
    return asked;
  }

  private async newToken(id: string): Promise<InstallationToken> {
    if (!/^\d{1,20}$/.test(id)) throw notInstalled();
    const { status, body } = await this.asApp(`/app/installations/${id}/access_tokens`, { method: 'POST' });
    if (status !== 201 || typeof body.token !== 'string') throw notInstalled();
    return { token: body.token, until: Date.parse(String(body.expires_at)) - MARGIN_MS };
  }
}

export function notInstalled(): RemoteFailure {
  return new RemoteFailure('refused', 'The GitHub App is not installed there any more. Install it again.');
}

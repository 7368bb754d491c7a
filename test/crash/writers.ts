import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../support/contract-tools.ts';
import { cookiesOf } from '../support/accounts.ts';

const JSON_BODY = { 'content-type': 'application/json' };
/** Longest pause between two commands of a writer, in milliseconds: as many as one program can take. */
const PAUSE_MS = 25;
/** Checkouts for each subscription that is canceled; about half of them sell one. */
const SOLD_PER_CANCELED = 10;
/** Longer than a program may wait for anything, on a busy machine: a request without an answer by then is aborted, in milliseconds. */
const HUNG_MS = 30_000;

/** The writes that the program has acknowledged, which it must keep whatever happens. */
export class Acknowledged {
  readonly people: { email: string; cookie: string }[] = [];
  readonly organizations: { slug: string; cookie: string }[] = [];
  /** E-mail and last name by id. */
  readonly customers = new Map<string, { email: string; name: string }>();
  /** How often each product was renamed: its name contains the number. */
  readonly renamed = new Map<string, number>();
  /** Checkouts that were confirmed. */
  readonly confirmed = new Set<string>();
  readonly canceled = new Set<string>();

  get count(): number {
    const { people, organizations, customers, renamed, confirmed, canceled } = this;
    const renames = [...renamed.values()].reduce((sum, count) => sum + count, 0);
    return people.length + organizations.length + customers.size + renames + confirmed.size + canceled.size;
  }
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookie: string;
}

export interface Shop {
  /** The organization's bearer token. */
  token: string;
  /** A one-time product and a monthly one. */
  products: readonly [string, string];
}

/** Four writers that continue whatever happens to the program, and remember the answers. */
export class Writers {
  readonly acknowledged = new Acknowledged();
  /** The number of 503 answers, and the requests that were aborted. */
  readonly answers = { unavailable: 0, hung: [] as string[] };
  private stopping = false;
  private isAbandoned = false;
  private numbered = 0;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly program: { readonly url: string },
    private readonly shop: Shop,
    private readonly random: Random,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** Also after `stop`. */
  start(): void {
    this.stopping = false;
    const writers = [this.signUp, this.createCustomer, this.sell, this.change];
    this.running = Promise.all(writers.map((write) => this.repeat(() => write.call(this))));
    // `stop` reports it; until then, the rejection must not be unhandled.
    this.running.catch(() => undefined);
  }

  /** Lets each writer finish its current step. @throws the error of a writer */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Gives up what has not been answered: after a failed test, the program may never answer again. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    await this.stop().catch(() => undefined);
  }

  private async repeat(write: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      await write();
      await pause(this.random.int(this.pauseMs));
    }
  }

  /** Nothing is retried here: a sign-up without an answer is given up. */
  private async signUp(): Promise<void> {
    const email = `person-${this.next()}@example.com`;
    const person = await this.request('POST', '/api/auth/sign-up/email', {
      email,
      password: 'correct horse',
      name: 'Ada',
    });
    if (!person) return;
    const { cookie } = this.expect(person, 200);
    this.acknowledged.people.push({ email, cookie });
    const slug = `org-${this.next()}`;
    const created = await this.request(
      'POST',
      '/api/auth/organization/create',
      { name: 'Nordlicht', slug },
      { cookie },
    );
    if (!created) return;
    this.expect(created, 200);
    this.acknowledged.organizations.push({ slug, cookie });
  }

  private async createCustomer(): Promise<void> {
    const email = `customer-${this.next()}@example.com`;
    const { body } = this.expect(
      await this.requestUntilAnswered('POST', '/v1/customers/', { email, name: 'Ada' }),
      201,
    );
    const id = body.id as string;
    this.acknowledged.customers.set(id, { email, name: 'Ada' });
    const name = `Ada ${this.next()}`;
    this.expect(await this.requestUntilAnswered('PATCH', `/v1/customers/${id}`, { name }), 200);
    this.acknowledged.customers.set(id, { email, name });
  }

  private async sell(): Promise<void> {
    const created = await this.requestUntilAnswered('POST', '/v1/checkouts/', {
      products: [this.random.pick(this.shop.products)],
    });
    const { id, client_secret } = this.expect(created, 201).body as { id: string; client_secret: string };
    const confirmation = {
      customer_name: 'Ada',
      customer_email: `buyer-${this.next()}@example.com`,
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'ctoken_ok',
    };
    while (!this.stopping) {
      const answer = await this.request('POST', `/v1/checkouts/client/${client_secret}/confirm`, confirmation);
      if (answer?.status === 200) {
        this.acknowledged.confirmed.add(id);
        return;
      }
      // There was no answer, or an earlier confirm is still in progress: check the checkout.
      const shown = await this.requestUntilAnswered('GET', `/v1/checkouts/${id}`);
      // While no projector runs, it is not shown yet.
      if (shown.status === 404) await pause(10);
      else if (this.expect(shown, 200).body.status !== 'open') return;
    }
  }

  private async change(): Promise<void> {
    const product = this.random.pick(this.shop.products);
    const renamed = (this.acknowledged.renamed.get(product) ?? 0) + 1;
    this.expect(
      await this.requestUntilAnswered('PATCH', `/v1/products/${product}`, { name: `Edition ${renamed}` }),
      200,
    );
    this.acknowledged.renamed.set(product, renamed);
    // Few of those that were sold, so that subscriptions are left to renew.
    if (this.acknowledged.canceled.size * SOLD_PER_CANCELED >= this.acknowledged.confirmed.size) return;
    const list = await this.requestUntilAnswered('GET', '/v1/subscriptions/?limit=1&active=true');
    const [subscription] = this.expect(list, 200).body.items as { id: string; cancel_at_period_end: boolean }[];
    if (!subscription || subscription.cancel_at_period_end) return;
    const canceled = await this.requestUntilAnswered('PATCH', `/v1/subscriptions/${subscription.id}`, {
      cancel_at_period_end: true,
    });
    // Its period may have ended meanwhile.
    if (canceled.status === 200) this.acknowledged.canceled.add(subscription.id);
    else this.expect(canceled, 403);
  }

  /** Repeats a request under one Idempotency-Key until there is an answer. */
  private async requestUntilAnswered(method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.shop.token}`,
      ...(method !== 'GET' && { 'idempotency-key': `writer-${this.next()}` }),
    };
    for (;;) {
      const answer = await this.request(method, path, body, headers);
      if (answer) return answer;
      if (this.isAbandoned) throw new Error(`${method} ${path} was not answered`);
      await pause(10);
    }
  }

  /** undefined if there was no complete answer, or a 503. */
  private async request(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    const { url } = this.program;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body && JSON_BODY), origin: url, ...headers },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(HUNG_MS),
      });
      const text = await response.text();
      if (response.status === 503) {
        this.answers.unavailable += 1;
        return undefined;
      }
      return { status: response.status, body: JSON.parse(text || '{}') as Answer['body'], cookie: cookiesOf(response) };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.answers.hung.push(`${method} ${path}`);
      return undefined;
    }
  }

  private expect(answer: Answer, status: number): Answer {
    if (answer.status !== status)
      throw new Error(`Answered ${answer.status} and not ${status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  private next(): number {
    return (this.numbered += 1);
  }
}

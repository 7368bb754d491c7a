import { Inject, Injectable, Optional } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isLocal } from '../../../app/http/callers/sandbox.guard.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config, ProviderName } from '../../../config.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { DiscordProvider } from './discord.provider.ts';
import { GithubProvider } from './github.provider.ts';
import { GoogleProvider } from './google.provider.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { FakeProvider } from './fake.provider.ts';
import { SignInStates } from './sign-in-states.service.ts';
import { PROVIDER_ENDPOINTS, publicEndpoints, type ProviderEndpoints } from './provider.endpoints.ts';

/** The sandbox's; the second counts as trusted (docs/SANDBOX.md#identity-providers). */
const FAKE = ['fake', 'fake-trusted'];
const TRUSTED_FAKE = 'fake-trusted';

const CLASSES = {
  google: GoogleProvider,
  github: GithubProvider,
  discord: DiscordProvider,
} satisfies Record<ProviderName, unknown>;

/** The configured providers and, in the sandbox, its fake ones. */
@Injectable()
export class IdentityProviders {
  private readonly all: ReadonlyMap<string, IdentityProvider>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) clock: Clock,
    states: SignInStates,
    @Optional() @Inject(PROVIDER_ENDPOINTS) endpoints: ProviderEndpoints = publicEndpoints,
  ) {
    const { providers, sandbox, baseUrl } = config;
    const backTo = (id: string) => `${baseUrl}/api/auth/callback/${id}`;
    const real = (Object.keys(providers) as ProviderName[]).map((name) => {
      const registration = { ...providers[name]!, redirectURI: backTo(name) };
      return new CLASSES[name]({ registration, endpoints: endpoints[name] as never, states, clock });
    });
    const fake = sandbox === 'off' ? [] : FAKE.map((id) => new FakeProvider(id, backTo(id), states, clock));
    this.all = new Map([...real, ...fake].map((provider) => [provider.id, provider]));
  }

  /** A provider that this request may use; fake ones are for requests that the sandbox answers. */
  find(id: string, request: FastifyRequest): IdentityProvider | undefined {
    if (FAKE.includes(id) && this.config.sandbox === 'local' && !isLocal(request)) return undefined;
    return this.all.get(id);
  }

  /** The ids of all providers that this request may use. */
  offered(request: FastifyRequest): { providers: string[]; pretend: string[] } {
    const ids = [...this.all.keys()].filter((id) => this.find(id, request));
    return {
      providers: ids.filter((id) => !FAKE.includes(id)),
      pretend: ids.filter((id) => FAKE.includes(id)),
    };
  }

  get(id: string): IdentityProvider | undefined {
    return this.all.get(id);
  }

  isTrusted(id: string): boolean {
    return id === TRUSTED_FAKE || this.config.auth.trustedProviders.includes(id);
  }
}

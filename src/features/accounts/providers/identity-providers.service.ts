import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Request } from 'express';
import { isLocal } from '../../../app/http/sandbox.guard.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config, ProviderName } from '../../../config.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { DiscordProvider } from './discord.provider.ts';
import { GithubProvider } from './github.provider.ts';
import { GoogleProvider } from './google.provider.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { FakeProvider } from './fake.provider.ts';
import { PROVIDER_ENDPOINTS, publicEndpoints, type ProviderEndpoints } from './provider.endpoints.ts';

/** The second counts as trusted (docs/SANDBOX.md#identity-providers). */
const PRETEND = ['fake', 'fake-trusted'];
const TRUSTED_PRETEND = 'fake-trusted';

const MAKERS = {
  google: GoogleProvider,
  github: GithubProvider,
  discord: DiscordProvider,
} satisfies Record<ProviderName, unknown>;

/** The providers that are configured, and in the sandbox those of the sandbox. */
@Injectable()
export class IdentityProviders {
  private readonly all: ReadonlyMap<string, IdentityProvider>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) clock: Clock,
    @Optional() @Inject(PROVIDER_ENDPOINTS) endpoints: ProviderEndpoints = publicEndpoints,
  ) {
    const { providers, sandbox, baseUrl } = config;
    const backTo = (id: string) => `${baseUrl}/api/auth/callback/${id}`;
    const real = (Object.keys(providers) as ProviderName[]).map((name) => {
      const registration = { ...providers[name]!, redirectURI: backTo(name) };
      return new MAKERS[name](registration, endpoints[name] as never, clock);
    });
    const pretend = sandbox === 'off' ? [] : PRETEND.map((id) => new FakeProvider(id, backTo(id), clock));
    this.all = new Map([...real, ...pretend].map((provider) => [provider.id, provider]));
  }

  /** One that this request may use: those of the sandbox answer whom the sandbox answers. */
  find(id: string, request: Request): IdentityProvider | undefined {
    if (PRETEND.includes(id) && this.config.sandbox === 'local' && !isLocal(request)) return undefined;
    return this.all.get(id);
  }

  /** The ids of all that this request may use. */
  offered(request: Request): { providers: string[]; pretend: string[] } {
    const ids = [...this.all.keys()].filter((id) => this.find(id, request));
    return {
      providers: ids.filter((id) => !PRETEND.includes(id)),
      pretend: ids.filter((id) => PRETEND.includes(id)),
    };
  }

  get(id: string): IdentityProvider | undefined {
    return this.all.get(id);
  }

  isTrusted(id: string): boolean {
    return id === TRUSTED_PRETEND || this.config.auth.trustedProviders.includes(id);
  }
}

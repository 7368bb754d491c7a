import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Config } from '../../config.ts';
import { CONFIG } from '../tokens.ts';
import { AccountLimits } from './callers/account-limits.ts';
import { BrowserStates } from './browser-states.ts';
import { Authenticators } from './callers/caller.ts';
import { EmbedOrigins } from './callers/embed-origins.ts';
import { ErrorFilter } from './error.filter.ts';
import { EventStreams } from './sharing/event-streams.ts';
import { GuessLimits } from './callers/guess-limits.ts';
import { RateLimiter } from './callers/rate-limit.ts';
import { ReadYourWrites } from './read-your-writes.ts';
import { SignedLinks } from './callers/signed-links.ts';
import { Uploads } from './bodies/uploads.ts';
import { VisitLimit } from './callers/visit-limit.ts';

/** Providers that the guards, pipes and interceptors of every controller need. */
@Global()
@Module({})
export class HttpModule {
  /** @param ports providers of the smaller ports */
  static with(config: Config, ports: readonly Provider[]): DynamicModule {
    const shared: Provider[] = [
      { provide: CONFIG, useValue: config },
      ...ports,
      Authenticators,
      BrowserStates,
      EmbedOrigins,
      EventStreams,
      GuessLimits,
      RateLimiter,
      ReadYourWrites,
      SignedLinks,
      AccountLimits,
      Uploads,
      VisitLimit,
    ];
    return {
      module: HttpModule,
      providers: [...shared, { provide: APP_FILTER, useClass: ErrorFilter }],
      exports: shared,
    };
  }
}

import { Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LedgerController, Public } from '../../../app/http/api.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { SignInOptions } from './providers.dto.ts';

/** Neither contract lists the ways to sign in. */
@LedgerController('sign-in-options')
export class SignInOptionsController {
  constructor(
    private readonly providers: IdentityProviders,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Public()
  get(@Req() request: FastifyRequest): SignInOptions {
    const { passwordMin, passwordMax, changeEmail, deleteUser, allowUnlinkLast } = this.config.auth;
    return {
      ...this.providers.offered(request),
      password_min: passwordMin,
      password_max: passwordMax,
      change_email: changeEmail,
      delete_user: deleteUser,
      unlink_last: allowUnlinkLast,
    };
  }
}

import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FindAccountHolderHandler } from '../users/account-holders.queries.ts';
import { EmailClaims } from '../users/users.queries.ts';
import { IdentityProviders } from './identity-providers.ts';
import { LinkedAccounts } from './linked-accounts.ts';
import { LinkedAccountsController } from './linked-accounts.controller.ts';
import { accountHandlers } from './provider-accounts.handlers.ts';
import { SignInWithProviderHandler } from './provider-sign-in.handlers.ts';
import { ProviderTokensVault } from './provider-tokens.ts';
import { providerTokensProcess } from './provider.process.ts';
import { GetAccountHandler, ListAccountsHandler } from './providers.queries.ts';
import { SignInOptionsController } from './sign-in-options.controller.ts';
import { SignInStates } from './sign-in-states.ts';
import { SocialCallback } from './social-callback.ts';
import { SocialController } from './social.controller.ts';
import { AuthorizationRequests } from './social-visits.ts';

@Module({
  controllers: [SocialController, LinkedAccountsController, SignInOptionsController],
  providers: [
    IdentityProviders,
    SignInStates,
    AuthorizationRequests,
    SocialCallback,
    LinkedAccounts,
    ProviderTokensVault,
    EmailClaims,
    SignInWithProviderHandler,
    ...accountHandlers,
    FindAccountHolderHandler,
    ListAccountsHandler,
    GetAccountHandler,
  ],
})
export class ProvidersModule {}

/** Its facts are users'. */
export const providers: Feature = { module: ProvidersModule, processes: [providerTokensProcess] };

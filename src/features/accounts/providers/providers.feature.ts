import type { Feature } from '../../../app/feature.ts';
import { AccountLinking } from './account-linking.service.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import { LinkedAccountsController } from './linked-accounts.controller.ts';
import { providerTokensHandlers } from './provider-tokens.handlers.ts';
import { SignInWithProviderHandler } from './provider-sign-in.handlers.ts';
import { ProviderTokensVault } from './provider-tokens.service.ts';
import { providerTokensProcess } from './provider.process.ts';
import { AccountQueries } from './providers.queries.ts';
import { SignInOptionsController } from './sign-in-options.controller.ts';
import { SignInStates } from './sign-in-states.service.ts';
import { SocialCallback } from './social-callback.service.ts';
import { SocialController } from './social.controller.ts';
import { AuthorizationRequests } from './authorization-requests.service.ts';

/** Its facts are users'. */
export const providers: Feature = {
  controllers: [SocialController, LinkedAccountsController, SignInOptionsController],
  providers: [
    IdentityProviders,
    SignInStates,
    AuthorizationRequests,
    SocialCallback,
    LinkedAccounts,
    ProviderTokensVault,
    AccountLinking,
    SignInWithProviderHandler,
    ...providerTokensHandlers,
    AccountQueries,
  ],
  processes: [providerTokensProcess],
};

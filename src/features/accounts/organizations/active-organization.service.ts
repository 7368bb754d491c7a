import { Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { TooManyEdits } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { ChangeActiveOrganization, type AuthenticatedSession } from '../sessions/session.commands.ts';
import { NoActiveOrganization } from './organization.errors.ts';

/** The organization that a session works in: a preference, never a permission (docs/READ_MODELS.md#fresh-documents). */
@Injectable()
export class ActiveOrganization {
  constructor(private readonly commands: Commands) {}

  /** @throws TooManyEdits */
  async change(
    organizationId: string | null,
    { session, apiKeyId }: AuthenticatedSession,
    context: Context,
  ): Promise<void> {
    if (apiKeyId !== undefined) return;
    await this.commands.execute(new ChangeActiveOrganization({ sessionId: session.id, organizationId }, context));
  }

  /** After what was requested is done: that the preference was changed too often is no reason to refuse it. */
  async follow(organizationId: string | null, signedIn: AuthenticatedSession, context: Context): Promise<void> {
    try {
      await this.change(organizationId, signedIn, context);
    } catch (error) {
      if (!(error instanceof TooManyEdits)) throw error;
    }
  }

  /** Clears the preference if it is this organization. */
  async forget(organizationId: string, signedIn: AuthenticatedSession, context: Context): Promise<void> {
    if (signedIn.session.activeOrganizationId === organizationId) await this.follow(null, signedIn, context);
  }
}

/**
 * The organization that the request names, else the active one.
 * @throws NoActiveOrganization neither is known, unless another refusal is given
 */
export function requestedOrganization(
  { organizationId }: { organizationId?: string },
  { session }: AuthenticatedSession,
  refuse: () => Error = () => new NoActiveOrganization(),
): string {
  const asked = organizationId || session.activeOrganizationId;
  if (!asked) throw refuse();
  return asked;
}

import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Context } from '../../../kernel/writing/command.ts';
import { ChangeActiveOrganization } from '../sessions/session.commands.ts';
import type { AuthenticatedSession } from '../sessions/sessions.queries.ts';

/** Which organization a session looks at: a preference, never authority (docs/READ_MODELS.md#fresh-documents). */
@Injectable()
export class ActiveOrganization {
  constructor(private readonly commands: CommandBus) {}

  async change(
    organizationId: string | null,
    { session, apiKeyId }: AuthenticatedSession,
    context: Context,
  ): Promise<void> {
    if (apiKeyId !== undefined) return;
    await this.commands.execute(new ChangeActiveOrganization({ sessionId: session.id, organizationId }, context));
  }

  /** Where it was that one. */
  async forget(organizationId: string, visit: AuthenticatedSession, context: Context): Promise<void> {
    if (visit.session.activeOrganizationId === organizationId) await this.change(null, visit, context);
  }
}

/** The organization that is named, else the active one. */
export function organizationAskedFor(
  { organizationId }: { organizationId?: string },
  { session }: AuthenticatedSession,
  refuse: () => Error,
): string {
  const asked = organizationId || session.activeOrganizationId;
  if (!asked) throw refuse();
  return asked;
}

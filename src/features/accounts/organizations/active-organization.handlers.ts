import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Context } from '../../../kernel/command.ts';
import { ChangeActiveOrganization } from '../sessions/session.commands.ts';
import type { Visit } from '../sessions/sessions.queries.ts';

/** Which organization a session looks at: a preference, never authority (docs/READ_MODELS.md#fresh-documents). */
@Injectable()
export class ActiveOrganization {
  constructor(private readonly commands: CommandBus) {}

  async change(organizationId: string | null, { session, apiKeyId }: Visit, context: Context): Promise<void> {
    if (apiKeyId !== undefined) return;
    await this.commands.execute(new ChangeActiveOrganization({ sessionId: session.id, organizationId }, context));
  }

  /** Where it was that one. */
  async forget(organizationId: string, visit: Visit, context: Context): Promise<void> {
    if (visit.session.activeOrganizationId === organizationId) await this.change(null, visit, context);
  }
}

/** The organization that is named, else the active one. */
export function organizationAskedFor(
  { organizationId }: { organizationId?: string },
  { session }: Visit,
  refuse: () => Error,
): string {
  const asked = organizationId || session.activeOrganizationId;
  if (!asked) throw refuse();
  return asked;
}

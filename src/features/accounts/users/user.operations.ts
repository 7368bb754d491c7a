import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { OperatorActions, operatorContext, type OperatorAction } from '../../../app/operator/actions.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { ChangeUserRole, EraseUser, SetUserPassword, SignUp } from './user.commands.ts';
import { FindUserByEmail } from './users.queries.ts';

/** What operators do with users: `users create`, `users set-password`, `users grant-admin`, `erase`. */
@Injectable()
export class UserOperations {
  constructor(
    actions: OperatorActions,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const action = (name: string, run: OperatorAction['run']): OperatorAction => ({ name, needs: 'nothing', run });
    actions.register(
      action('users create', (request, say) => this.create(request, say)),
      action('users set-password', (request, say) => this.setPassword(request, say)),
      action('users grant-admin', (request, say) => this.grantAdmin(request, say)),
      // So that nothing about him is left in the read models when it is done.
      { name: 'erase', needs: 'runtime', run: (request, say) => this.erase(request, say) },
    );
  }

  private async create(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email, name, password, admin } = request.args as Record<string, string>;
    const person = { email: email!, name: name!, image: null, password: password! };
    // Whoever is made by an operator is known to him.
    const data = { ...person, emailVerified: true, ...(admin && { role: 'admin' }) };
    await this.commands.execute(new SignUp(data, operatorContext(request, this.clock)));
    say(`Made ${email}${admin ? ', an administrator' : ''}.`);
  }

  private async setPassword(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email, password, first } = request.args as Record<string, string>;
    const userId = await this.idOf(email!);
    const data = { userId, password: password!, onlyFirst: Boolean(first) };
    await this.commands.execute(new SetUserPassword(data, operatorContext(request, this.clock)));
    say(first ? `${email} has a password.` : `${email} has a new password, and is signed out everywhere.`);
  }

  private async grantAdmin(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email } = request.args as Record<string, string>;
    const userId = await this.idOf(email!);
    await this.commands.execute(new ChangeUserRole({ userId, role: 'admin' }, operatorContext(request, this.clock)));
    say(`${email} is an administrator.`);
  }

  /** By the id also somebody who was deleted before. Nothing that is said names him. */
  private async erase(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const user = String(request.args.user);
    const userId = user.includes('@') ? await this.idOf(user) : user;
    await this.commands.execute(new EraseUser({ userId }, operatorContext(request, this.clock)));
    say(`Erased user ${userId}: what was personal can't be read any more. Mails that have left are with who got them.`);
  }

  private async idOf(email: string): Promise<string> {
    const known = await this.queries.execute(new FindUserByEmail(email));
    if (!known) throw new DomainError('NotFound', `There is no user with the address ${email}`, 404);
    return known.user.id;
  }
}

import { Catch, HttpException, type ArgumentsHost } from '@nestjs/common';
import { ErrorFilter } from '../../../app/http/error.filter.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { FailedToGetSession } from './session.errors.ts';

/** Whatever goes wrong while a session is read has one name (docs/IDENTITY.md#reading-a-session). */
@Catch()
export class SessionFilter extends ErrorFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    const isNamed = thrown instanceof DomainError || thrown instanceof HttpException;
    super.catch(isNamed ? thrown : new FailedToGetSession(500, thrown), host);
  }
}

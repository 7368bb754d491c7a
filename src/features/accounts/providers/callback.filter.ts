import { Catch, Inject, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ErrorFilter } from '../../../app/http/error.filter.ts';
import { redirect, withError } from '../../../app/http/redirects.ts';
import { CONFIG, LOG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/ports/log.ts';

/** Browsers are at the callback, not programs: also what could not be read is a redirect (docs/IDENTITY.md#callback). */
@Catch()
export class CallbackFilter extends ErrorFilter {
  constructor(
    @Inject(LOG) log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(log);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const isShape = thrown instanceof DomainError && ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE'].includes(thrown.code);
    if (!isShape) return super.catch(thrown, host);
    const response = host.switchToHttp().getResponse<Response>();
    redirect(response, withError(`${this.config.baseUrl}/api/auth/error`, 'invalid_callback_request'));
    response.end();
  }
}

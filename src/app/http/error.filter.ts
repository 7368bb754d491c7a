import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConcurrencyConflict, DomainError, InvalidInput, TooManyEdits } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { LOG } from '../tokens.ts';
import { AuthBareError, WireError } from './errors.ts';
import { withoutMessage } from '../log.ts';
import { stateOf } from './request-state.ts';
import { authShapeError } from './validation.ts';

/** The billing contract's literals for errors whose own code is not one (docs/BILLING.md#errors). */
const LITERALS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'NotPermitted',
  404: 'ResourceNotFound',
  409: 'ResourceAlreadyExists',
  410: 'ResourceUnavailable',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
};

/** Answers every error in its contract's format; unexpected ones are 500 and logged without request data. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!isExpected(thrown)) this.report(thrown, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (thrown instanceof ConcurrencyConflict || statusOf(thrown) === 503) response.setHeader('Retry-After', '1');
    if (thrown instanceof TooManyEdits) response.setHeader('Retry-After', String(Math.ceil(thrown.retryAfter)));
    if (request.path.startsWith('/api/auth')) answerAuth(thrown, response);
    else answerBilling(thrown, response);
  }

  private report(thrown: unknown, request: Request): void {
    const cause = (thrown as { cause?: unknown } | undefined)?.cause ?? thrown;
    this.log.error('A request failed', {
      requestId: stateOf(request)?.id,
      method: request.method,
      route: routeOf(request),
      advice: thrown instanceof StorageUnavailable ? thrown.advice : undefined,
      error: withoutMessage(cause),
    });
  }
}

/** The pattern that matched, such as `/v1/products/:id`: no ids, no secrets. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'none';
}

function answerAuth(thrown: unknown, response: Response): void {
  const status = statusOf(thrown);
  response.status(status);
  if (thrown instanceof AuthBareError) response.setHeader('Content-Type', 'application/json').end();
  else if (thrown instanceof WireError)
    response.set({ 'Content-Type': 'application/json', ...thrown.headers }).end(JSON.stringify(thrown.body));
  else if (thrown instanceof InvalidInput) {
    const { message } = authShapeError(thrown.fields[0]?.loc[0] === 'query' ? 'query' : 'body');
    response.status(400).json({ code: 'VALIDATION_ERROR', message });
  } else if (thrown instanceof DomainError) response.json({ code: authCode(thrown), message: thrown.message });
  else if (status === 413) response.json({ code: 'PAYLOAD_TOO_LARGE', message: 'Payload too large' });
  else response.end();
}

function answerBilling(thrown: unknown, response: Response): void {
  const status = statusOf(thrown);
  response.status(status);
  if (thrown instanceof WireError) response.set(thrown.headers).json(thrown.body);
  else if (thrown instanceof InvalidInput) response.json({ error: 'RequestValidationError', detail: thrown.fields });
  else if (status === 422) {
    const msg = thrown instanceof DomainError ? thrown.message : 'Unprocessable';
    response.json({ error: 'RequestValidationError', detail: [{ loc: ['body'], msg, type: 'value_error' }] });
  } else if (thrown instanceof DomainError) response.json({ error: billingLiteral(thrown), detail: thrown.message });
  else if (status === 404) response.json({ error: 'ResourceNotFound', detail: 'Not Found' });
  else if (status < 500) response.json({ error: LITERALS[status] ?? 'BadRequest', detail: 'The request is malformed' });
  else response.json({ error: 'InternalServerError', detail: 'Internal Server Error' });
}

function isExpected(thrown: unknown): boolean {
  return (thrown instanceof DomainError || thrown instanceof HttpException) && statusOf(thrown) < 500;
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof DomainError) return thrown.status;
  return thrown instanceof HttpException ? thrown.getStatus() : 500;
}

/** The error's own code, or the message in capitals as the identity contract has it (docs/IDENTITY.md#errors). */
function authCode({ code, message }: DomainError): string {
  if (isShouted(code)) return code;
  return message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '');
}

function billingLiteral({ code, status }: DomainError): string {
  return isShouted(code) ? (LITERALS[status] ?? 'BadRequest') : code;
}

function isShouted(code: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(code);
}

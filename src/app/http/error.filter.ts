import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyConflict, DomainError, InvalidInput, TooManyRequests } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { LOG } from '../tokens.ts';
import { AuthBareError, WireError } from './errors.ts';
import { withoutMessage } from '../log.ts';
import { pathOf, stateOf } from './request-state.ts';
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
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (!isExpected(thrown)) this.report(thrown, request);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (thrown instanceof ConcurrencyConflict || statusOf(thrown) === 503) void reply.header('Retry-After', '1');
    if (thrown instanceof TooManyRequests) void reply.header('Retry-After', String(Math.ceil(thrown.retryAfter)));
    if (pathOf(request).startsWith('/api/auth')) answerAuth(thrown, reply);
    else answerBilling(thrown, reply);
  }

  private report(thrown: unknown, request: FastifyRequest): void {
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
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

function answerAuth(thrown: unknown, reply: FastifyReply): void {
  const status = statusOf(thrown);
  void reply.status(status);
  if (thrown instanceof AuthBareError) void reply.header('Content-Type', 'application/json').send();
  else if (thrown instanceof WireError)
    void reply.headers({ 'Content-Type': 'application/json', ...thrown.headers }).send(JSON.stringify(thrown.body));
  else if (thrown instanceof InvalidInput) {
    const { message } = authShapeError(thrown.fields[0]?.loc[0] === 'query' ? 'query' : 'body');
    void reply.status(400).send({ code: 'VALIDATION_ERROR', message });
  } else if (thrown instanceof DomainError) void reply.send({ code: authCode(thrown), message: thrown.message });
  else if (status === 413) void reply.send({ code: 'PAYLOAD_TOO_LARGE', message: 'Payload too large' });
  else void reply.send();
}

function answerBilling(thrown: unknown, reply: FastifyReply): void {
  const status = statusOf(thrown);
  if (thrown instanceof WireError) void reply.headers(thrown.headers);
  void reply.status(status).send(billingBody(thrown, status));
}

function billingBody(thrown: unknown, status: number): unknown {
  if (thrown instanceof WireError) return thrown.body;
  if (thrown instanceof InvalidInput) return { error: 'RequestValidationError', detail: thrown.fields };
  if (status === 422) {
    const msg = thrown instanceof DomainError ? thrown.message : 'Unprocessable';
    return { error: 'RequestValidationError', detail: [{ loc: ['body'], msg, type: 'value_error' }] };
  }
  if (thrown instanceof DomainError) return { error: billingLiteral(thrown), detail: thrown.message };
  if (status === 404) return { error: 'ResourceNotFound', detail: 'Not Found' };
  if (status < 500) return { error: LITERALS[status] ?? 'BadRequest', detail: 'The request is malformed' };
  return { error: 'InternalServerError', detail: 'Internal Server Error' };
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

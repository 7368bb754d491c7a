import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, tap, type Observable } from 'rxjs';
import { apiVersionOf, isSince, orderIn, pricesIn, type ApiVersion } from './api-version.rules.ts';

/** The version of the contract that the client speaks. */
export const ApiVersionOf = createParamDecorator((_: unknown, context: ExecutionContext) => versionIn(context));

/** The route answers an order, or a list of orders, in the client's version. */
export function AnswersOrders(): MethodDecorator {
  return applyDecorators(NamesVersion(), UseInterceptors(new OrdersInVersion()));
}

/** The routes answer what has prices in it, in the client's version. */
export function AnswersPrices(): ClassDecorator {
  return applyDecorators(NamesVersion(), UseInterceptors(new PricesInVersion()));
}

export const NEWER_STATUS = 'newer-status';

/** The route's status on success is another one since a version; 204 goes without a body. */
export function StatusSince(first: ApiVersion, status: 201 | 204): MethodDecorator {
  return applyDecorators(
    NamesVersion(),
    SetMetadata(NEWER_STATUS, status),
    UseInterceptors(new NewerStatus(first, status)),
  );
}

/** For the OpenAPI document: the answer depends on the client's version. */
export function NamesVersion(): ClassDecorator & MethodDecorator {
  return ApiHeader({
    name: 'Polar-Version',
    required: false,
    description: 'A dated version of the API. Earlier clients name their release in `User-Agent`.',
    schema: { type: 'string' },
  });
}

class OrdersInVersion implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const version = versionIn(context);
    return next.handle().pipe(
      map((answer) => {
        const { items } = answer as { items?: unknown };
        // An order has items, too, and no pagination.
        if (!('pagination' in answer)) return orderIn(version, answer);
        return { ...answer, items: (items as object[]).map((order) => orderIn(version, order)) };
      }),
    );
  }
}

class PricesInVersion implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const version = versionIn(context);
    return next.handle().pipe(map((answer) => pricesIn(version, answer)));
  }
}

class NewerStatus implements NestInterceptor {
  constructor(
    private readonly first: ApiVersion,
    private readonly status: 201 | 204,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object | undefined> {
    if (!isSince(versionIn(context), this.first)) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap(() => void reply.status(this.status)),
      map((answer) => (this.status === 204 ? undefined : answer)),
    );
  }
}

function versionIn(context: ExecutionContext): ApiVersion {
  return apiVersionOf(context.switchToHttp().getRequest<FastifyRequest>().headers);
}

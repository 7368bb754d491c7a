import { Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, Shows } from '../../../app/http/api.ts';
import { KeepsRawBody, RawBody } from '../../../app/http/bodies/raw-bodies.ts';
import { stateOf } from '../../../app/http/request-state.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { OAuthServer } from './oauth-server.service.ts';

/** Codes, tokens and secrets are short. */
const MOST_BYTES = 65_536;

/**
 * The routes of OAuth 2 and OpenID Connect themselves, whose requests and errors are those of the standards (RFC 6749, 7009, 7662, OpenID
 * Connect Core): the authorization server answers them.
 */
@Controller()
@Shows('access')
export class OAuthController {
  constructor(
    private readonly server: OAuthServer,
    private readonly limit: VisitLimit,
  ) {}

  /** Each request is kept for an hour, whoever sent the browser here. */
  @Get('oauth2/authorize')
  @Answers(302, 303, 429)
  async authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.limit.demand(request.ip);
    await this.answer(request, reply, await this.server.begun(request));
  }

  /** The user has answered. */
  @Get('oauth2/authorize/:uid')
  @Answers(302, 303)
  async resume(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(request, reply, this.server.fresh(request));
  }

  @Post('v1/oauth2/token')
  @HttpCode(200)
  @Answers(400, 401)
  @KeepsRawBody(MOST_BYTES)
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @RawBody() body: string): Promise<void> {
    await this.answer(request, reply, { body });
  }

  @Post('v1/oauth2/introspect')
  @HttpCode(200)
  @Answers(400, 401)
  @KeepsRawBody(MOST_BYTES)
  async introspect(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @RawBody() body: string): Promise<void> {
    await this.answer(request, reply, { body });
  }

  @Post('v1/oauth2/revoke')
  @HttpCode(200)
  @Answers(400, 401)
  @KeepsRawBody(MOST_BYTES)
  async revoke(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @RawBody() body: string): Promise<void> {
    await this.answer(request, reply, { body });
  }

  @Get('v1/oauth2/userinfo')
  @Answers(400, 401, 403)
  async userinfo(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(request, reply);
  }

  @Get('v1/oauth2/jwks')
  @Header('Content-Type', 'application/jwk-set+json; charset=utf-8')
  async keys(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(request, reply);
  }

  /** RFC 8414 §3, and what OpenID Connect calls the same. */
  @Get(['.well-known/oauth-authorization-server', '.well-known/openid-configuration'])
  async discovery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(request, reply, { url: '/.well-known/openid-configuration' });
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    changed: { url?: string; body?: string; headers?: FastifyRequest['headers'] } = {},
  ): Promise<void> {
    const { method, url, headers } = request;
    const state = stateOf(request);
    // Elsewhere, a guard does.
    state.controller = OAuthController;
    const { writes } = state.context;
    const answer = await this.server.answer({ method, url, headers, body: '', writes, ...changed });
    const { 'content-length': _, ...sent } = answer.headers;
    void reply
      .status(answer.status)
      .headers(sent)
      .send(answer.status < 300 || answer.status >= 400 ? answer.body : '');
  }
}

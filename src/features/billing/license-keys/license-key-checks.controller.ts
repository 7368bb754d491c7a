import { Body, HttpCode, Ip, Post } from '@nestjs/common';
import { Answers, BillingController, Public, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { LicenseKeyAnswers } from './license-key-answers.service.ts';
import { LicenseKeyChecks } from './license-key-checks.service.ts';
import {
  LicenseKeyActivate,
  LicenseKeyActivationRead,
  LicenseKeyDeactivate,
  LicenseKeyValidate,
  ValidatedLicenseKey,
} from './license-keys.dto.ts';

/** For the seller's software, wherever it runs: who knows a license key may check it, and activate it within its limits. */
@BillingController('customer-portal/license-keys')
export class LicenseKeyChecksController {
  constructor(
    private readonly checks: LicenseKeyChecks,
    private readonly answers: LicenseKeyAnswers,
  ) {}

  @Post('validate')
  @HttpCode(200)
  @Answers(400, 404, 429)
  @Public()
  async validate(@Body() body: LicenseKeyValidate, @Ip() address: string): Promise<ValidatedLicenseKey> {
    return this.answers.validate(await this.checks.named(body, address), body);
  }

  @Post('activate')
  @HttpCode(200)
  @Answers(403, 404, 429)
  @Public()
  async activate(
    @Body() body: LicenseKeyActivate,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<LicenseKeyActivationRead> {
    return this.answers.activate(await this.checks.named(body, address), body, context);
  }

  @Post('deactivate')
  @HttpCode(204)
  @Answers(404, 429)
  @Public()
  async deactivate(@Body() body: LicenseKeyDeactivate, @Ctx() context: Context, @Ip() address: string): Promise<void> {
    await this.answers.deactivate(await this.checks.named(body, address), body, context);
  }
}

/** The same for the seller's server, which asks for all customers from one address, and only of the seller's own keys. */
@BillingController('license-keys')
@Scopes('license_keys:write')
export class OwnLicenseKeyChecksController {
  constructor(
    private readonly checks: LicenseKeyChecks,
    private readonly answers: LicenseKeyAnswers,
  ) {}

  @Post('validate')
  @HttpCode(200)
  @Answers(400, 404)
  async validate(@Body() body: LicenseKeyValidate, @CallerOf() caller: Caller): Promise<ValidatedLicenseKey> {
    return this.answers.validate(await this.checks.owned(body, caller), body);
  }

  @Post('activate')
  @HttpCode(200)
  @Answers(404)
  async activate(
    @Body() body: LicenseKeyActivate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<LicenseKeyActivationRead> {
    return this.answers.activate(await this.checks.owned(body, caller), body, context);
  }

  @Post('deactivate')
  @HttpCode(204)
  @Answers(404)
  async deactivate(
    @Body() body: LicenseKeyDeactivate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<void> {
    await this.answers.deactivate(await this.checks.owned(body, caller), body, context);
  }
}

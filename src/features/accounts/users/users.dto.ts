import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, registerDecorator } from 'class-validator';
import { SignedInUser, Status } from '../accounts.dto.ts';
import { isEmailAddress } from './email-address.ts';

export class SendVerificationEmailRequest {
  @IsAddress()
  email: string;
  @IsOptional()
  @IsString()
  callbackURL?: string;
}

export class VerifyEmailQuery {
  @IsString()
  token: string;
  @IsOptional()
  @IsString()
  callbackURL?: string;
}

export class VerifyEmailAnswer extends Status {
  @ApiPropertyOptional({ type: SignedInUser, nullable: true })
  user: null;
}

function IsAddress(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isEmailAddress',
      target: target.constructor,
      propertyName: property as string,
      validator: { validate: (value: unknown) => typeof value === 'string' && isEmailAddress(value) },
    });
}

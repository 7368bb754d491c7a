import { DomainError } from '../../../kernel/errors.ts';

export class RemoteInstallationInUse extends DomainError {
  constructor(name: string, benefit: string) {
    super(
      'RemoteInstallationInUse',
      `The benefit "${benefit}" gives access at ${name}: delete the benefit, or have it give something else, first.`,
      409,
    );
  }
}

import { DomainError } from '../../../kernel/errors.ts';

export class WebhookEndpointIsDisabled extends DomainError {
  constructor() {
    super('EndpointDisabled', 'The endpoint is disabled: enable it first', 409);
  }
}

export class WebhookEndpointIsEnabled extends DomainError {
  constructor() {
    super('EndpointEnabled', 'The endpoint is enabled already', 409);
  }
}

export class WebhookReplayIsRunning extends DomainError {
  constructor() {
    super('ReplayRunning', 'A replay is running: wait until it has completed, or stop it', 409);
  }
}

export class NoWebhookReplay extends DomainError {
  constructor() {
    super('NoReplay', 'No replay is running', 409);
  }
}

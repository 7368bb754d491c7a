import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { ChangeProductBenefits, CreateProduct, UpdateProduct } from './product.commands.ts';
import { productDecider } from './product.decider.ts';
import { productStream } from './product.events.ts';

type Changed = Awaited<ReturnType<Executor['execute']>>;

/** The benefits must be there, and of an organization of the caller's. */
@CommandHandler(ChangeProductBenefits)
export class ChangeProductBenefitsHandler implements ICommandHandler<ChangeProductBenefits> {
  constructor(
    private readonly executor: Executor,
    private readonly benefits: BenefitReader,
  ) {}

  async execute(command: ChangeProductBenefits): Promise<Changed> {
    const { productId, benefitIds } = command.data;
    const stream = productStream(productId);
    const { state } = await this.executor.state(productDecider, stream, 'any');
    const organizationId = state.status === 'absent' ? undefined : state.organizationId;
    const live = await this.benefits.live(benefitIds);
    const known = live.filter((benefit) => benefit.organization_id === organizationId).map(({ id }) => id);
    const unknown = benefitIds.flatMap((id, index): FieldError[] =>
      known.includes(id) || organizationId === undefined
        ? []
        : [{ loc: ['body', 'benefits', index], msg: 'Benefit does not exist.', type: 'value_error' }],
    );
    if (unknown.length > 0 && command.data.organizationIds.includes(organizationId!)) throw new InvalidInput(unknown);
    return this.executor.execute(productDecider, stream, command);
  }
}

export const productHandlers = [
  ChangeProductBenefitsHandler,
  ...handlersOf(productDecider, ({ productId }) => productStream(productId), CreateProduct, UpdateProduct),
];

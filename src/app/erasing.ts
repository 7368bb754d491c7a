import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EraseSubject, Erasing } from '../kernel/writing/erasure.ts';

/** Handles what features' processes send. */
@CommandHandler(EraseSubject)
export class EraseSubjectHandler implements ICommandHandler<EraseSubject> {
  constructor(private readonly erasing: Erasing) {}

  execute({ data: { subject }, context }: EraseSubject): Promise<void> {
    return this.erasing.erase(subject, context);
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Metadata } from '../metadata.ts';
import type { CreateMeter, FreezeMeter, ServeMeterRevision, UpdateMeter } from './meter.commands.ts';
import type { MeterAggregation, MeterEvent, MeterFilter } from './meter.events.ts';
import { revisionAfter } from './meter-revision.rules.ts';

type MeterIntent = IntentOf<CreateMeter | UpdateMeter | ServeMeterRevision | FreezeMeter>;

interface Meter {
  status: 'active';
  meterId: string;
  organizationId: string;
  name: string;
  filter: MeterFilter;
  aggregation: MeterAggregation;
  metadata: Metadata;
  /** How often filter or aggregation were defined. */
  revision: number;
  /** The revision whose quantities are shown. */
  serving: number;
  isFrozen: boolean;
}
type MeterState = { status: 'absent' } | Meter;

/** What a seller measures (docs/BILLING.md#meters). */
export const meterDecider: Decider<MeterIntent, MeterState, MeterEvent> = {
  category: 'meter',
  initial: { status: 'absent' },
  edits: { types: ['MeterUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateMeter':
        return state.status === 'absent' ? [{ type: 'MeterCreated', data }] : [];
      case 'UpdateMeter':
        return update(data, known(state));
      case 'ServeMeterRevision':
        return serve(data, known(state));
      case 'FreezeMeter': {
        const { meterId, organizationId, isFrozen } = known(state);
        return isFrozen ? [] : [{ type: 'MeterFrozen', data: { meterId, organizationId } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MeterCreated':
        return { status: 'active', ...event.data, revision: 1, serving: 1, isFrozen: false };
      case 'MeterUpdated':
        return state.status === 'active' ? { ...state, ...event.data, revision: revisionAfter(event, state) } : state;
      case 'MeterRevisionServed':
        return state.status === 'active' ? { ...state, serving: event.data.revision } : state;
      case 'MeterFrozen':
        return state.status === 'active' ? { ...state, isFrozen: true } : state;
    }
  },
};

function update({ name, filter, aggregation, metadata }: UpdateMeter['data'], meter: Meter): MeterEvent[] {
  const changed = {
    ...(name !== undefined && name !== meter.name && { name }),
    ...(filter !== undefined && !isDeepStrictEqual(filter, meter.filter) && { filter }),
    ...(aggregation !== undefined && !isDeepStrictEqual(aggregation, meter.aggregation) && { aggregation }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, meter.metadata) && { metadata }),
  };
  if (Object.keys(changed).length === 0) return [];
  if (meter.isFrozen) refuseDefinition(changed);
  return [{ type: 'MeterUpdated', data: { meterId: meter.meterId, ...changed } }];
}

/** @throws InvalidInput of type `forbidden`, as the contract has it */
function refuseDefinition(changed: Pick<UpdateMeter['data'], 'filter' | 'aggregation'>): void {
  const msg = 'This meter has been billed: its filter and aggregation cannot be changed any more.';
  const fields = (['filter', 'aggregation'] as const).filter((field) => changed[field] !== undefined);
  if (fields.length > 0)
    throw new InvalidInput(fields.map((field) => ({ loc: ['body', field], msg, type: 'forbidden' })));
}

/** A revision that another has replaced meanwhile never serves. */
function serve({ revision }: ServeMeterRevision['data'], { meterId, ...meter }: Meter): MeterEvent[] {
  if (revision !== meter.revision || revision === meter.serving) return [];
  return [{ type: 'MeterRevisionServed', data: { meterId, revision } }];
}

function known(state: MeterState): Meter {
  if (state.status === 'absent') throw new NotFound();
  return state;
}

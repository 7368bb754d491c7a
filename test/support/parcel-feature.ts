import { Injectable } from '@nestjs/common';
import { handlersOf } from '../../src/app/commands.ts';
import { Documents } from '../../src/app/reading/documents.ts';
import type { Feature, OrganizationHold } from '../../src/app/feature.ts';
import { mailOf, ScheduleEmail } from '../../src/features/delivery/emails/email.commands.ts';
import type { Announcements } from '../../src/kernel/reacting/announcements.ts';
import type { MailTemplate } from '../../src/kernel/reacting/mails.ts';
import { reactingTo, send } from '../../src/kernel/reacting/process.ts';
import type { Projection } from '../../src/kernel/reading/projection.ts';
import { command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { event, typesOf, type EventsOf } from '../../src/kernel/writing/events.ts';

/** A feature that the program does not have: everything other features need of it is declared here. */
const parcelEvents = { ParcelSent: event<{ parcelId: string; organizationId: string; to: string }>() };
type ParcelEvent = EventsOf<typeof parcelEvents>;

export class SendParcel extends command('SendParcel')<ParcelEvent['data']> {}

const parcelDecider: Decider<IntentOf<SendParcel>, { status: 'absent' | 'sent' }, ParcelEvent> = {
  category: 'parcel',
  initial: { status: 'absent' },
  decide: ({ data }, { status }) => (status === 'absent' ? [{ type: 'ParcelSent', data }] : []),
  evolve: () => ({ status: 'sent' }),
};

interface ParcelDocument {
  id: string;
  organization_id: string;
  sent_to: string;
}

const parcelProjection: Projection<ParcelDocument, ParcelEvent> = {
  name: 'parcels',
  version: 1,
  indexes: [['organization_id']],
  handles: typesOf(parcelEvents),
  targets: ({ data }) => [data.parcelId],
  evolve: (_, { data }) => ({ id: data.parcelId, organization_id: data.organizationId, sent_to: data.to }),
};

/** The contract has no parcels, so they use a type that nothing else announces. */
const parcelAnnouncements: Announcements<ParcelEvent> = { ParcelSent: { types: ['refund.created'] } };

const parcelMail: MailTemplate<{ parcelId: string }> = {
  kind: 'parcel',
  contentOf: ({ parcelId }, { baseUrl }) => ({
    subject: 'Your parcel',
    title: 'Your parcel',
    blocks: [{ button: { label: 'Track it', url: `${baseUrl}/parcels/${parcelId}` } }],
  }),
};

const parcelMailProcess = reactingTo<ParcelEvent>()({
  name: 'parcel-mails',
  on: {
    ParcelSent: ({ parcelId, organizationId, to }, { id: emailId }) => [
      send(
        ScheduleEmail,
        mailOf(parcelMail, { emailId, person: `parcel:${parcelId}`, organizationId, to, values: { parcelId } }),
      ),
    ],
  },
});

@Injectable()
class ParcelPresenter {
  present({ organization_id, ...parcel }: ParcelDocument) {
    return { ...parcel, seller: organization_id };
  }
}

@Injectable()
class ParcelHold implements OrganizationHold {
  constructor(private readonly documents: Documents) {}

  holds(organizationId: string): Promise<boolean> {
    return this.documents.exists(parcelProjection, { and: [] }, { organizationIds: [organizationId] });
  }
}

export const parcels: Feature = {
  providers: [
    ParcelPresenter,
    ParcelHold,
    ...handlersOf(parcelDecider, ({ parcelId }) => `parcel-${parcelId}`, SendParcel),
  ],
  events: parcelEvents,
  projections: [parcelProjection],
  processes: [parcelMailProcess],
  states: { parcel: parcelProjection },
  webhooks: { presenters: { refund: ParcelPresenter }, announcements: parcelAnnouncements },
  mails: [parcelMail],
  holds: [ParcelHold],
};

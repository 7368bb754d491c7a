import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import { greeting, sampleNames, type SampledMail } from './customer-mail.rules.ts';

/** Always sent: whoever asks to be erased has a right to learn why they are not. */
export const erasureRefusedMail: SampledMail<{
  organizationName: string;
  customerName: string | null;
  sender: MailSender;
  /** In the seller's words. */
  reason: string;
}> = {
  kind: 'erasure-refused',
  sample: (seller) => ({
    values: { ...sampleNames(seller), reason: 'Your subscription is active. Cancel it first, then ask again.' },
  }),
  contentOf: ({ organizationName, customerName, reason }) => ({
    subject: `${organizationName} has not erased your data`,
    title: 'Your data was not erased',
    blocks: [
      {
        text: `${greeting(customerName)} you asked ${organizationName} to erase what they know about you. They answer:`,
      },
      { text: reason },
      {
        text: 'You can ask again in your portal. If you do not agree, you can complain to the authority for data protection.',
      },
    ],
  }),
};

export const erasureMails = [erasureRefusedMail];

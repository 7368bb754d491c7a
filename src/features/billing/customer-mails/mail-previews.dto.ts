/** A mail to customers as it would be sent, with sample values. Its HTML is a page of its own. */
export class MailPreview {
  kind: string;
  subject: string;
  text: string;
}

export class MailPreviewList {
  items: MailPreview[];
}

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** The part of the Message-ID before the @: the mail's id. */
  id: string;
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

/** A mail server that accepts and records every mail. */
export async function startSmtp() {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const id = /^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? '';
        received.push({ id, to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  // A client killed in the middle of a mail must not fail the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type Smtp = Awaited<ReturnType<typeof startSmtp>>;

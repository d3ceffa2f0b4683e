import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';

export type Mail = { to: string[]; text: string };

export type MailServer = {
  url: string;
  mails: Mail[];
  /** Addresses that it refuses. */
  refused: Set<string>;
  /** How many connections there are; a mail that its sender has given up may still arrive on one. */
  connections(): number;
  close(): Promise<void>;
};

/** A mail server on loopback, without TLS. */
export async function mailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!refused.has(address)) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refused,
    connections: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

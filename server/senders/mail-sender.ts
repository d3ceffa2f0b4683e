import type { createTransport } from 'nodemailer';
import { alertWords } from './alert-words.ts';
import { failed, SEND_WITHIN_MS, type AlertMessage, type Receipt, type Sender } from './sender.ts';

export type MailSettings = {
  /** `smtp://` or `smtps://`, with name and password. */
  url: string;
  from: string;
  /** Refuses a mail server without STARTTLS. */
  mustEncrypt: boolean;
};

type Transport = ReturnType<typeof createTransport>;

/** Hands mails to the operator's mail server. Delivered means that the server has accepted the mail. */
export function mailSender({ url, from, mustEncrypt }: MailSettings): Sender<string> {
  return {
    async send(to, message, signal) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url,
        requireTLS: mustEncrypt,
        connectionTimeout: SEND_WITHIN_MS,
        greetingTimeout: SEND_WITHIN_MS,
        socketTimeout: SEND_WITHIN_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const deadline = AbortSignal.timeout(SEND_WITHIN_MS);
      const ended = AbortSignal.any([signal, deadline]);
      try {
        return await Promise.race([sendMail(transport, from, to, message), whenAborted(ended)]);
      } finally {
        transport.close();
      }
    },
  };
}

async function sendMail(
  transport: Transport,
  from: string,
  to: string,
  message: AlertMessage,
): Promise<Receipt> {
  const { heading, text } = alertWords(message);
  try {
    await transport.sendMail({
      from,
      // As an object, the address is not parsed: it stays one address.
      to: { name: '', address: to },
      subject: heading,
      text,
      messageId: `<${message.id}@alerts.servery>`,
      headers: { 'auto-submitted': 'auto-generated', 'x-priority': '1' },
    });
    return { delivered: true };
  } catch (error) {
    return failed(wordsOf(error as { code?: string; responseCode?: number }));
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<Receipt>((resolve) => {
    const give = () => resolve(failed('The mail server did not answer in time.'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });

function wordsOf({ code, responseCode }: { code?: string; responseCode?: number }): string {
  if (code === 'EAUTH') return 'The mail server refused this server’s name or password.';
  if (code === 'EENVELOPE' || responseCode)
    return `The mail server refused the address${responseCode ? ` (${responseCode})` : ''}.`;
  if (code === 'ETLS') return 'The mail server’s encryption is missing or not valid.';
  return 'The mail server cannot be reached.';
}

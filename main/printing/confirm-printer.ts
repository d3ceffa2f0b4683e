import type { AskAtComputer } from '../security/ask-at-computer.ts';
import type { ConfirmPrinter } from './print-settings.ts';

export function confirmPrinter(ask: AskAtComputer): ConfirmPrinter {
  return ({ host, port }) =>
    ask({
      title: 'Add a printer',
      message: `Print to ${host}, port ${port}?`,
      detail:
        'Receipt printers usually listen on port 9100. Go on only if you know that this address is your printer.',
      yes: 'It is my printer',
    });
}

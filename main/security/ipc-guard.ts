import type { IpcMainInvokeEvent } from 'electron';
import { CALLED_TOO_OFTEN, channelOf } from '#shared/host/bridge.ts';
import { commands, type Handlers, type IpcCommand } from '#shared/host/ipc.ts';
import { isOwnPage } from './app-protocol.ts';
import { callLimit } from './call-limit.ts';

type IpcMain = {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, payload: unknown) => unknown): void;
};

/** Called for each call that fails; `why` is null for one that came too often. */
type FailedCalls = (command: IpcCommand, why: string | null) => void;

/** Only the top frame of one of our own pages is trusted; a frame that is gone is not. */
export function isTrusted({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);
}

/**
 * Registers a handler for every command of the contract: checks sender and rate, parses the payload, acts, parses the
 * reply. What fails of it is handed to `failed` too, since a page does not wait for the answer of most commands.
 */
export function handleCommands(
  ipcMain: IpcMain,
  handlers: Handlers,
  failed: FailedCalls,
  mayCall = callLimit(),
): void {
  for (const name of Object.keys(commands) as IpcCommand[]) {
    const { payload: payloadSchema, reply: replySchema } = commands[name];
    // TypeScript cannot call the union of all handlers; the name ties handler and payload together.
    const act = handlers[name] as (payload: unknown) => unknown;
    ipcMain.handle(channelOf(name), async (event, payload) => {
      if (!isTrusted(event)) throw new Error('Refused');
      if (!mayCall(name)) {
        failed(name, null);
        return CALLED_TOO_OFTEN;
      }
      try {
        return replySchema.parse(await act(payloadSchema.parse(payload)));
      } catch (error) {
        failed(name, String(error));
        throw error;
      }
    });
  }
}

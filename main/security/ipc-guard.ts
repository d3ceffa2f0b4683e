import type { IpcMainInvokeEvent } from 'electron';
import { channelOf } from '#shared/host/ipc-names.ts';
import { ipc, type Handlers, type IpcCommand } from '#shared/host/ipc.ts';
import { isOwnPage } from './app-protocol.ts';
import { callLimit } from './call-limit.ts';

type IpcMain = {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, payload: unknown) => unknown): void;
};

/** Only the top frame of one of our own pages is answered; a frame that is gone is nobody (hazards E17). */
export function isTrusted({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);
}

/** Puts a handler behind every command of the contract: trusted sender, not too often, parse, act, parse the reply. */
export function handleCommands(ipcMain: IpcMain, handlers: Handlers, mayCall = callLimit()): void {
  for (const name of Object.keys(ipc.commands) as IpcCommand[]) {
    const { payload: payloadSchema, reply: replySchema } = ipc.commands[name];
    // The union of all handlers takes no single payload; the name ties the two together.
    const act = handlers[name] as (payload: unknown) => unknown;
    ipcMain.handle(channelOf(name), async (event, payload) => {
      if (!isTrusted(event)) throw new Error('Refused');
      if (!mayCall(name)) throw new Error('Called too often');
      return replySchema.parse(await act(payloadSchema.parse(payload)));
    });
  }
}

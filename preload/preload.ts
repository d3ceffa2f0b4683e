import { contextBridge, ipcRenderer } from 'electron';
import type { IpcCommand, IpcEvent, TillBridge } from '#shared/ipc.ts';
import { commandNames, eventNames, channelOf } from '#shared/ipc-names.ts';

const API_BASE = '--till-api-base=';

const command = (name: IpcCommand) => (payload: unknown) => ipcRenderer.invoke(channelOf(name), payload);

/** The page's listener gets the data alone, never the event; what comes back ends the subscription. */
const event = (name: IpcEvent) => (listener: (data: unknown) => void) => {
  const receive = (_event: unknown, data: unknown) => listener(data);
  ipcRenderer.on(channelOf(name), receive);
  return () => {
    ipcRenderer.removeListener(channelOf(name), receive);
  };
};

const bridge = {
  apiBase: process.argv.find((argument) => argument.startsWith(API_BASE))?.slice(API_BASE.length) ?? '',
  ...Object.fromEntries(commandNames.map((name) => [name, command(name)])),
  ...Object.fromEntries(
    eventNames.map((name) => [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, event(name)]),
  ),
} as TillBridge;

contextBridge.exposeInMainWorld('till', bridge);

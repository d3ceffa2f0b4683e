import { contextBridge, ipcRenderer, webFrame } from 'electron';
import type { IpcCommand, IpcEvent, TillBridge } from '#shared/host/ipc.ts';
import { commandNames, eventNames, channelOf } from '#shared/host/ipc-names.ts';

const API_BASE = '--till-api-base=';
const NO_NOTIFICATIONS = '--till-no-notifications';

const command = (name: IpcCommand) => (payload: unknown) => ipcRenderer.invoke(channelOf(name), payload);

/** The page's listener gets the data alone, never the event; the returned function ends the subscription. */
const event = (name: IpcEvent) => (listener: (data: unknown) => void) => {
  const receive = (_event: unknown, data: unknown) => listener(data);
  ipcRenderer.on(channelOf(name), receive);
  return () => {
    ipcRenderer.removeListener(channelOf(name), receive);
  };
};

const bridge = {
  apiBase: process.argv.find((argument) => argument.startsWith(API_BASE))?.slice(API_BASE.length) ?? '',
  showsNotifications: !process.argv.includes(NO_NOTIFICATIONS),
  ...Object.fromEntries(commandNames.map((name) => [name, command(name)])),
  ...Object.fromEntries(
    eventNames.map((name) => [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, event(name)]),
  ),
} as TillBridge;

contextBridge.exposeInMainWorld('till', bridge);

/** A page's policy cannot forbid WebRTC, so its constructors are removed before any script of the page runs. */
function takeWebRtcAway(): void {
  Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
  Reflect.deleteProperty(globalThis, 'webkitRTCPeerConnection');
}
if ('executeInMainWorld' in contextBridge) contextBridge.executeInMainWorld({ func: takeWebRtcAway });
// Electron before 35.
else void webFrame.executeJavaScript(`(${takeWebRtcAway.toString()})()`);

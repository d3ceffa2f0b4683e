import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { bridgeOf, type HostNames } from '#shared/host/bridge.ts';
import type { TillBridge } from '#shared/host/ipc.ts';

/** Inserted by the build (vite.config.ts), so that the preload has neither the schemas nor a second list of names. */
declare const HOST_NAMES: HostNames;

const API_BASE = '--till-api-base=';
const NO_NOTIFICATIONS = '--till-no-notifications';

const bridge: TillBridge = {
  apiBase: process.argv.find((argument) => argument.startsWith(API_BASE))?.slice(API_BASE.length) ?? '',
  showsNotifications: !process.argv.includes(NO_NOTIFICATIONS),
  ...bridgeOf(HOST_NAMES, {
    invoke: (channel, payload) => ipcRenderer.invoke(channel, payload),
    // The page's listener gets the data alone, never the event.
    on(channel, listener) {
      const receive = (_event: unknown, data: unknown) => listener(data);
      ipcRenderer.on(channel, receive);
      return () => {
        ipcRenderer.removeListener(channel, receive);
      };
    },
  }),
};

contextBridge.exposeInMainWorld('till', bridge);

/** A page's policy cannot forbid WebRTC, so its constructors are removed before any script of the page runs. */
function takeWebRtcAway(): void {
  Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
  Reflect.deleteProperty(globalThis, 'webkitRTCPeerConnection');
}
if ('executeInMainWorld' in contextBridge) contextBridge.executeInMainWorld({ func: takeWebRtcAway });
// Electron before 35.
else void webFrame.executeJavaScript(`(${takeWebRtcAway.toString()})()`);
